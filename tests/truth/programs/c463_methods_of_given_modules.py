"""A density that a module computes (`flow.log_prob`) is a graph of its own; a distribution's lies on its parameters."""

import torch
from torch import nn


class Flow(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Linear(3, 1)

    def log_prob(self, x):
        return self.scale(x).tanh()


def train(flow, batches):
    optimizer = torch.optim.Adam(flow.parameters())
    for x in batches:
        optimizer.zero_grad()
        loss = -torch.mean(flow.log_prob(x))
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def add_up(distribution, batches):
    for x in batches:
        distribution.log_prob(x).sum().backward(retain_graph=True)


globals()["_train"[1:]](Flow(), torch.randn(3, 2, 3))
mean = (torch.zeros(3, requires_grad=True) ** 2).tanh()
globals()["_add_up"[1:]](torch.distributions.Normal(mean, 1.0), torch.randn(3, 2, 3))
