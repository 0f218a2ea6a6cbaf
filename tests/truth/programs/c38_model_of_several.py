"""An option picks one of several models, each on a path of its own: what they have in common holds for all."""

import sys

import torch
from torch import nn


class Small(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layer = nn.Linear(size, 2)

    def forward(self, x):
        return self.layer(x)


class Large(Small):
    def __init__(self, size):
        super().__init__(size)
        self.second = nn.Linear(2, 2)

    def forward(self, x):
        return self.second(torch.tanh(self.layer(x)))


def norm_of(kind):
    if kind == "batch":
        return nn.BatchNorm1d
    return nn.Identity


def define(kind, size):
    norm = norm_of(kind)
    if kind == "small":
        net = Small(size)
    elif kind == "large":
        net = Large(size)
    elif kind == "both":
        net = nn.Sequential(Small(size), Large(2))
    else:
        net = nn.Sequential(nn.Linear(size, 2), norm(2))
    return net


kind = sys.argv[1] if len(sys.argv) > 1 else "other"
G, D = define(kind, 3), define(kind, 2)
g_optimizer = torch.optim.SGD(G.parameters(), lr=0.1)
d_optimizer = torch.optim.SGD(D.parameters(), lr=0.1)
for _ in range(3):
    fake = G.forward(torch.rand(4, 3))
    d_optimizer.zero_grad()
    D(fake).square().mean().backward()  # expect: RTG301
    d_optimizer.step()
    g_optimizer.zero_grad()
    D(G(torch.rand(4, 3))).mean().backward()
    g_optimizer.step()
