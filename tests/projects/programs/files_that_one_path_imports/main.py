"""A costly network reads a variable of its file; one path alone has imported another file with one of that name."""

import sys

import torch
from torch import nn

scale = 2.0


class Block(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.first, self.second = nn.Linear(size, size), nn.Linear(size, size)

    def forward(self, x):
        h = torch.relu(self.first(x))
        h = torch.tanh(self.second(h) + h * scale)
        return x + torch.sigmoid(h) * h


class Network(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.blocks = nn.ModuleList([Block(size), Block(size), Block(size), Block(size), Block(size), Block(size)])

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        for block in self.blocks:
            x = block(x).tanh()
        return torch.tanh(x) * scale


def train(more):
    net = Network(3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    weight = 1.0
    if more:
        import extra

        weight = torch.tensor(extra.scale)
    for _ in range(3):
        optimizer.zero_grad()
        loss = net(torch.rand(4, 3)).mean() * weight
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        loss = net(torch.rand(4, 3)).mean() * weight
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


train(len(sys.argv) > 1)
