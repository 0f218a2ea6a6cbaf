"""Attributes that a constructor sets under names it computes are there when no branch sets them: each retain is needed."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--mode", default="b")
parser.add_argument("--losses", default="first,second")
options = parser.parse_args()


class Model:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        for name in options.losses.split(","):
            setattr(self, name, 0.0)

    def train(self):
        out = self.net(torch.randn(3, 2))
        if options.mode == "a":
            self.first = out.square().mean()
        part = self.first + out.abs().mean()
        self.optimizer.zero_grad()
        part.backward(retain_graph=True)
        if options.mode != "a":
            out.square().mean().backward()
        self.optimizer.step()


model = Model()
for _ in range(3):
    model.train()
