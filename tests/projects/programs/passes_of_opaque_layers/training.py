"""The layers of a costly network are opaque, and a branch on sizes chooses between two inputs: its passes are not run again, but for
their graph."""

import torch
from layers import Gate
from torch import nn


class Block(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.first, self.second = nn.Linear(size, size), nn.Linear(size, size)
        self.gates = nn.ModuleList([Gate(size), Gate(size)])

    def forward(self, x):
        h = torch.relu(self.first(x))
        for gate in self.gates:
            h = torch.tanh(gate(h) + h * 0.5)
        if len(x) % 2:
            h = h.exp()
        return x + torch.sigmoid(self.second(h)) * h


class Chain(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.blocks = nn.ModuleList([Block(size), Block(size), Block(size), Block(size)])
        self.last = nn.Linear(size, 1)

    def forward(self, x):
        maps = []
        for block in self.blocks:
            x = block(x)
            maps.append(x)
        return self.last(x), maps


def train(x):
    net = Chain(4)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        net(x)[0].sum().backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def train_on_features(x):
    net = Chain(4)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        score, maps = net(x)
        maps[1].sum().backward(retain_graph=True)
        maps[2].sum().backward(retain_graph=True)
        score.sum().backward()
        optimizer.step()


def train_on_freed_features(x):
    net = Chain(4)
    for _ in range(3):
        net(x)[0].sum().backward()
    score, maps = net(x)
    maps[2].sum().backward()
    score.sum().backward()  # expect: RTG101
