"""A loss is added to what a branch has made: where no branch made one, there is nothing to add to in the first iteration."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--mode", default="a", choices=["a", "b"])
options = parser.parse_args()


class Model:
    def __init__(self):
        self.net = nn.Linear(2, 2)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def added(self, out):
        if options.mode == "a":
            self.first = out.square().mean()
        elif options.mode == "b":
            self.first = out.exp().mean()
        self.first = self.first + out.abs().mean()
        return self.first

    def added_in_place(self, out):
        if options.mode == "a":
            self.second = out.square().mean()
        elif options.mode == "b":
            self.second = out.exp().mean()
        self.second += out.abs().mean()
        return self.second

    def train(self):
        for part in (self.added, self.added_in_place):
            self.optimizer.zero_grad()
            part(self.net(torch.randn(3, 2))).backward()
            self.optimizer.step()


model = Model()
for _ in range(3):
    model.train()
