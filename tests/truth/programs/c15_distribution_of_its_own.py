"""A policy that derives from a distribution of torch: what it inherits is built on what its constructor was given."""

import torch
from torch import nn


class TanhNormal(torch.distributions.Normal):
    def __init__(self, loc, scale, limit):
        super().__init__(loc, scale)
        self.limit = limit

    def rsample(self):
        raw = super().rsample()
        return self.limit * torch.tanh(raw)


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean, self.spread = nn.Linear(4, 2), nn.Linear(4, 2)

    def forward(self, x):
        return TanhNormal(self.mean(x), self.spread(x).exp(), 2.0)


actor, critic = Actor(), nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(actor.parameters())
x = torch.randn(8, 4)
for _ in range(2):
    policy = actor(x)
    action = policy.rsample()
    loss = -critic(action).mean()
    penalty = policy.log_prob(action / 4).mean() + policy.mean.square().mean()
    optimizer.zero_grad()
    loss.backward()
    penalty.backward()  # expect: RTG101
    optimizer.step()
