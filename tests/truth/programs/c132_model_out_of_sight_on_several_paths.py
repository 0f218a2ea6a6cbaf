"""A model that cannot be seen is met first by the paths of several options, each of which trains it: its gradients
arrive at the parameters that each path's optimiser was given."""

import sys

import torch
from torch import nn


def make():
    return nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))


class Net(nn.Module):
    def __init__(self, build):
        super().__init__()
        self.features = build()

    def forward(self, x):
        return self.features(x)


def train(model, optimizer, steps):
    for _ in range(steps):
        optimizer.zero_grad()
        model(torch.randn(4, 3)).square().mean().backward()
        optimizer.step()


torch.manual_seed(0)
plain = eval("make")()
held = Net(eval("make"))
if len(sys.argv) > 2:
    train(held, torch.optim.Adam(held.parameters()), 2)
    train(plain, torch.optim.Adam(plain.parameters()), 2)
elif len(sys.argv) > 1:
    train(held, torch.optim.SGD(held.parameters(), lr=0.1), 3)
    train(plain, torch.optim.SGD(plain.parameters(), lr=0.1), 3)
else:
    optimizer = torch.optim.RMSprop(held.parameters())
    for _ in range(3):
        optimizer.zero_grad()
        loss = held(torch.randn(4, 3)).square().mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
    optimizer = torch.optim.RMSprop(plain.parameters())
    for _ in range(3):
        optimizer.zero_grad()
        loss = plain(torch.randn(4, 3)).square().mean()
        loss.backward()
        optimizer.step()
