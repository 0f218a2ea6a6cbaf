"""Layers kept in a list, and registered under names that are computed: the optimiser has them all."""

import os

import torch
from torch import nn


class Added(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.parts = []
        for position in range(len(sizes) - 1):
            part = nn.Linear(sizes[position], sizes[position + 1])
            self.parts.append(part)
            self.add_module("part" + str(position + 1), part)

    def forward(self, x):
        for part in self.parts:
            x = torch.tanh(part(x))
        return x


class Set(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.parts = []
        for size in sizes:
            part = nn.Linear(size, size)
            self.parts.append(part)
            setattr(self, "part" + str(len(self.parts)), part)

    def forward(self, x):
        for part in self.parts:
            x = torch.tanh(part(x))
        return x


sizes = [int(word) for word in os.environ.get("NO_SUCH_SIZES", "2-2-2").split("-")]
first, second = Added(sizes), Set(sizes)
first_opt = torch.optim.SGD(first.parameters(), lr=0.1)
second_opt = torch.optim.SGD(second.parameters(), lr=0.1)
for _ in range(3):
    first_opt.zero_grad()
    loss = first(torch.randn(4, 2)).square().mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    first_opt.step()

    second_opt.zero_grad()
    loss = second(first(torch.randn(4, 2))).square().mean()
    loss.backward()  # expect: RTG301
    second_opt.step()
