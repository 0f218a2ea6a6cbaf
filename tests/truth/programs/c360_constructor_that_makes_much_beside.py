"""A constructor whose last lines say nothing of its object, after much else was made: the object is not lost."""

import sys

import torch
from torch import nn


def row():
    return [[], [], [], [], [], [], [], [], [], []]


def fill():
    return [row(), row(), row(), row(), row(), row(), row(), row(), row(), row(), row(), row(), row(), row(), row()]


class Net(nn.Module):
    def __init__(self, wide):
        super().__init__()
        self.trunk, self.left, self.right = nn.Linear(2, 2), nn.Linear(2, 1), nn.Linear(2, 1)
        rows = fill()
        if wide:
            rows.append(wide)

    def forward(self, x):
        shared = self.trunk(x).tanh()
        return self.left(shared), self.right(shared)


net = Net(len(sys.argv) > 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    left, right = net(torch.randn(4, 2))
    optimizer.zero_grad()
    left.square().mean().backward()
    right.square().mean().backward()  # expect: RTG101
    optimizer.step()
