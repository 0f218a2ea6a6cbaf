"""What a `__setattr__` stores in a dictionary is reset in the dictionary."""

import torch
from torch import nn


class Memory(nn.Module):
    def __init__(self):
        super().__init__()
        self.memories = {}

    def remember(self, name, value):
        self.memories[name] = value

    def reset(self):
        for name in self.memories:
            self.memories[name] = 0.0

    def __getattr__(self, name):
        memories = self.__dict__.get("memories", {})
        return memories[name] if name in memories else super().__getattr__(name)

    def __setattr__(self, name, value):
        memories = self.__dict__.get("memories", {})
        if name in memories:
            memories[name] = value
        else:
            super().__setattr__(name, value)


class Neuron(Memory):
    def __init__(self):
        super().__init__()
        self.remember("v", 0.0)

    def forward(self, x):
        self.v = self.v + x
        return torch.sigmoid(self.v)


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(5, 3), Neuron())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(3):
    loss = sum(net(torch.rand(2, 5)).mean() for _ in range(2))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    for module in net.modules():
        if isinstance(module, Memory):
            module.reset()
