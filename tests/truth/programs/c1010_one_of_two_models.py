"""One of two models, chosen by an option: its methods set what its forward reads."""

import argparse

import torch
from torch import nn
from torch.nn import functional as F

parser = argparse.ArgumentParser()
parser.add_argument("--wide", action="store_true")
options = parser.parse_args()


class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.head = None

    def add_head(self, classes):
        self.head = nn.Linear(4, classes)

    def forward(self, x):
        return self.head(self.body(x).tanh())


class Wide(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 16)
        self.head = None

    def add_head(self, classes):
        self.head = nn.Linear(16, classes)

    def forward(self, x):
        return self.head(self.body(x).relu())


def train(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in batches:
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


model = Wide() if options.wide else Small()
model.add_head(3)
train(model, [(torch.rand(2, 4), torch.tensor([0, 1])) for _ in range(3)])
