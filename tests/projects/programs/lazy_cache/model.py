from functools import cached_property

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))
        self.linear = nn.Linear(3, 3)

    @cached_property
    def weights(self):
        return torch.softmax(self.scale, dim=0)

    def forward(self, x):
        return (self.linear(x) * self.weights).sum()


def train(model, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
    for _ in range(steps):
        optimizer.zero_grad()
        model(torch.randn(3)).backward()  # expect: RTG102
        optimizer.step()
