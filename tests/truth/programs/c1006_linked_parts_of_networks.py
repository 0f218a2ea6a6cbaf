"""Parts of a network that lead back to each other, built in one of many ways."""

import torch
from torch import nn


class Link:
    def __init__(self, parent, size):
        self.parent = parent
        self.size = size
        self.child = None
        if parent is not None:
            parent.child = self


class Net(nn.Module):
    def __init__(self, deep, wide, skip, norm):
        super().__init__()
        first = Link(None, 3)
        Link(first, nn.Linear(3, 4 if wide else 5) if deep else nn.Conv1d(3, 3, 1) if skip else nn.Identity())
        self.norm = nn.LayerNorm(3) if norm else None
        self.first = first
        self.layer = nn.Linear(3, 1)

    def forward(self, x):
        return self.layer(x if self.norm is None else self.norm(x))


def choose():
    return torch.rand(()).item() < 0.5


net = Net(choose(), choose(), choose(), choose())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = net(torch.randn(2, 3)).mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
