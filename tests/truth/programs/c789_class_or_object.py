"""A function that is given a class, or an object of it, asks `inspect.isclass` which of the two it is."""

import inspect

import torch
from torch import nn


class Coder(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(2, width)

    def forward(self, x):
        self.code = self.layer(x)
        return self.code.exp()

    def loss(self):
        return {"loss": self.code.pow(2).mean(), "size": self.code.abs().mean()}


def train(model=None, width=3):
    if inspect.isclass(model):
        model = model(width=width)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        model(torch.ones(4, 2))
        losses = model.loss()
        losses["loss"].backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        optimizer.zero_grad()
        print({**losses})


def run_all():
    for options in ({"model": Coder}, {"model": Coder(width=4)}):
        train(**options)


run_all()
