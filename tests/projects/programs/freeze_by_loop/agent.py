import torch

from nets import mlp


class Agent:
    def __init__(self):
        self.actor, self.critic = mlp(3, 2), mlp(2, 1)
        self.actor_optimizer = torch.optim.SGD(self.actor.parameters(), lr=0.1)
        self.critic_optimizer = torch.optim.SGD(self.critic.parameters(), lr=0.1)

    def freeze(self, frozen):
        for parameter in self.critic.parameters():
            parameter.requires_grad = not frozen

    def update_critic(self):
        self.critic_optimizer.zero_grad()
        self.critic(torch.randn(4, 2)).pow(2).mean().backward()
        self.critic_optimizer.step()

    def update_frozen(self):
        self.update_critic()
        self.freeze(True)
        self.actor_optimizer.zero_grad()
        (-self.critic(self.actor(torch.randn(4, 3))).mean()).backward()
        self.actor_optimizer.step()
        self.freeze(False)

    def update_wasteful(self):
        self.critic_optimizer.zero_grad()
        # instead: self.critic(self.actor(torch.ones(4, 3)).detach()).pow(2).mean().backward()
        self.critic(self.actor(torch.ones(4, 3))).pow(2).mean().backward()  # expect: RTG301
        self.critic_optimizer.step()
