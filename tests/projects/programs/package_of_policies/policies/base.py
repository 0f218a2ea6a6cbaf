import torch


class Policy:
    def __init__(self, actor, critic, actor_optimizer, critic_optimizer):
        self.actor, self.critic = actor, critic
        self.actor_optimizer, self.critic_optimizer = actor_optimizer, critic_optimizer

    def act(self, x):
        return torch.tanh(self.actor(x))
