"""States that are reset in a `try`, or by a method that is looked up first, lead to no graph of the last iteration."""

import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.state = 0.0

    def forward(self, x):
        self.state = 0.5 * self.state + x
        return self.state

    def reset(self):
        self.state = 0.0


def reset_found(net):
    for module in net.modules():
        method = getattr(module, "reset", None)
        if callable(method):
            method()


def reset_tried(net):
    for module in net.modules():
        try:
            module.reset()
        except AttributeError:
            pass


def build():
    return nn.Sequential(nn.Sequential(nn.Linear(3, 3), Cell()), nn.Sequential(nn.BatchNorm1d(3), Cell()))


torch.manual_seed(0)
first, second = build(), build()
optimizer = torch.optim.SGD([p for net in (first, second) for p in net.parameters()], lr=0.1)
for step in range(3):
    optimizer.zero_grad()
    first(torch.rand(4, 3)).sum().backward()
    reset_found(first)
    second(torch.rand(4, 3)).sum().backward()
    reset_tried(second)
    optimizer.step()
