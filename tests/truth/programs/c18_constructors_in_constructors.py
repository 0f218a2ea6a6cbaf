"""A configuration makes configurations of what it holds, and a network networks of less depth."""

import json

import torch
from torch import nn


class Config(dict):
    def __init__(self, items):
        super().__init__()
        for key, value in items.items():
            if isinstance(value, dict):
                value = Config(value)
            elif isinstance(value, list):
                value = [Config(item) if isinstance(item, dict) else item for item in value]
            self[key] = value


class Hourglass(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.inner = Hourglass(depth - 1) if depth > 0 else nn.Linear(4, 4)
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        return x + self.inner(torch.tanh(self.layer(x)))


config = Config(json.loads("{}"))
net = Hourglass(4)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = net(torch.rand(2, 4)).square().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
