"""A method that one of several networks has gives None, which the object holds then, and whose methods are called next."""

import argparse

import torch
from torch import nn


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)

    def forward(self, x):
        return self.layer(x)


class Silent(Plain):
    def train(self, mode=True):
        super().train(mode)


class Learner:
    def __init__(self, kind):
        self.kind = kind

    def learn(self, batches):
        if self.kind == "silent":
            self.net = Silent()
        else:
            self.net = Plain()
        optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.net = self.net.train()
        for x in batches:
            optimizer.zero_grad()
            loss = nn.CrossEntropyLoss()(self.net.forward(x), torch.zeros(2, dtype=torch.long))
            loss.backward(retain_graph=True)  # expect: RTG201
            optimizer.step()


parser = argparse.ArgumentParser()
parser.add_argument("--kind", default="plain")
Learner(parser.parse_args([]).kind).learn(torch.rand(3, 2, 3))
