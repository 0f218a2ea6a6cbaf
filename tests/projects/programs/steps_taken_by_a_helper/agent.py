"""One helper serves three losses; only the actor's reaches what its own optimiser does not own."""
import torch
from torch import nn

from optimisation import update


class Agent:
    def __init__(self):
        self.actor, self.critic = nn.Linear(2, 2), nn.Linear(2, 1)
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.actor_optimizer = torch.optim.SGD(self.actor.parameters(), lr=0.1)
        self.critic_optimizer = torch.optim.SGD(self.critic.parameters(), lr=0.1)
        self.alpha_optimizer = torch.optim.SGD([self.log_alpha], lr=0.1)

    def learn(self, x):
        update(self.critic_optimizer, (self.critic(x) - 1).square().mean())
        action = self.actor(x)
        entropy = action.square().sum(1)
        # instead: alpha = self.log_alpha.exp().detach()
        alpha = self.log_alpha.exp()
        actor_loss = (alpha * entropy - self.critic(action).squeeze(1)).mean()
        update(self.actor_optimizer, actor_loss)  # expect: RTG301
        update(self.alpha_optimizer, -(self.log_alpha * (entropy + 1).detach()).mean())
