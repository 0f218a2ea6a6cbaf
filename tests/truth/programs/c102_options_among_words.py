"""Tests of one option agree with each other in every iteration: what one branch keeps, it has made in that iteration."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--mode", default="a", choices=["a", "b", "c"])
parser.add_argument("--norm", default="l1")
parser.add_argument("--kind", default="x")
options = parser.parse_args([])


class Model:
    def __init__(self):
        self.net = nn.Linear(2, 2)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def equal_then_among(self, out):
        if options.mode == "a":
            self.first = out.square().mean()
        elif options.mode in ["b", "c"]:
            self.first = out.exp().mean()
        return self.first + out.abs().mean()

    def among_then_equal(self, out):
        if options.norm in ("l1", "l2"):
            self.second = out.square().mean()
        elif options.norm == "max":
            self.second = out.exp().mean()
        return self.second + out.abs().mean()

    def among_again(self, out):
        total = out.abs().mean()
        if options.kind in ["x", "y"]:
            self.third = out.square().mean()
        if options.kind not in ["z", "w"] and options.kind in ["x", "y"]:
            total = total + self.third
        if options.kind == "x":
            total = total + 2 * self.third
        return total

    def train(self):
        for part in (self.equal_then_among, self.among_then_equal, self.among_again):
            self.optimizer.zero_grad()
            part(self.net(torch.randn(3, 2))).backward()
            self.optimizer.step()


model = Model()
for _ in range(3):
    model.train()
