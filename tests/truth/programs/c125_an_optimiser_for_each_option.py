"""Each option makes its own optimisers; a path that has made none raises where they are used, and is none."""

import torch
from torch import nn


class Trainer:
    def __init__(self, option):
        self.features, self.head = nn.Linear(3, 3), nn.Linear(3, 2)
        self.choose(option)

    def choose(self, option):
        if option == "momentum":
            self.lower = torch.optim.SGD(self.features.parameters(), lr=0.1, momentum=0.9)
            self.upper = torch.optim.SGD(self.head.parameters(), lr=0.1, momentum=0.9)
        if option == "adam":
            self.lower = torch.optim.Adam(self.features.parameters(), lr=0.1)
            self.upper = torch.optim.Adam(self.head.parameters(), lr=0.1)

    def clear(self):
        self.lower.zero_grad()
        self.upper.zero_grad()

    def train(self, batches):
        for x in batches:
            self.clear()
            self.head(self.features(x)).square().mean().backward()
            self.lower.step()
            self.upper.step()
            self.clear()
            features = self.features(x)
            loss = self.head(features).sum()
            loss.backward()  # expect: RTG301
            self.upper.step()
            self.clear()
            loss = self.head(self.features(x)).exp().mean()
            loss.backward()
            self.lower.step()


Trainer(eval("'adam'")).train([torch.randn(4, 3) for _ in range(3)])
