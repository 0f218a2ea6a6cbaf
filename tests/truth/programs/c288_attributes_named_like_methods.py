"""What code out of sight returns may have a tensor under the name of a method: it is one if it is computed with."""

import types

import torch
from torch import nn

library = types.ModuleType("library")
exec(
    """
import torch


class Head(torch.nn.Linear):
    def forward(self, x):
        mean = super().forward(x)
        return Spread(mean, mean.exp())


class Spread:
    def __init__(self, mean, std):
        self.mean, self.std = mean, std

    def log_prob(self, x):
        return torch.distributions.Normal(self.mean, self.std).log_prob(x)


def build():
    return Head(3, 3)
""",
    library.__dict__,
)
build = getattr(library, "build")  # noqa: B009

critic, actor = build(), nn.Linear(3, 3)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
for x in torch.randn(3, 4, 3):
    foreseen = critic(actor(x).tanh())
    spread, height = foreseen.std, -foreseen.mean
    critic_loss = -critic(x).log_prob(x).mean()
    actor_loss = torch.mean(height * 0.9) + spread.square().sum()
    critic_optimizer.zero_grad()
    critic_loss.backward()
    critic_optimizer.step()
    actor_optimizer.zero_grad()
    actor_loss.backward()  # expect: RTG103
    actor_optimizer.step()
