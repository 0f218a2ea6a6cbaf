"""Methods of an object that nothing in sight calls in one go: what one of them retains another one may send backward. Not what
the other one sets itself before it reads it."""

import torch
from torch import nn


class Halves:
    def __init__(self, twice):
        self.net = nn.Linear(4, 1)
        self.twice = twice

    def forward(self, batch):
        self.loss = self.net(batch).pow(2).mean()

    def backward_first(self):
        self.loss.backward(retain_graph=True)

    def backward_second(self):
        if self.twice:
            self.loss.backward()


class Wholes:
    def __init__(self):
        self.net = nn.Linear(4, 1)

    def fit(self, batch):
        self.loss = self.net(batch).pow(2).mean()
        self.loss.backward(retain_graph=True)  # expect: RTG201

    def refine(self, batch):
        self.loss = self.net(batch).abs().mean()
        self.loss.backward()


halves = eval("Halves")(True)
wholes = eval("Wholes")()
for _ in range(2):
    halves.forward(torch.randn(3, 4))
    halves.backward_first()
    halves.backward_second()
    wholes.fit(torch.randn(3, 4))
    wholes.refine(torch.randn(3, 4))
