"""Methods that look at numbers of their object alone, and functions of objects that cannot be seen, branch as they like."""

import collections

import torch
from torch import nn


class Trainer:
    def __init__(self, patience):
        self.net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.patience, self.best, self.waited, self.seen = patience, None, 0, 0
        self.tally = collections.Counter()

    def note(self, value):
        for factor in (1.0, 2.0, 3.0):
            if value * factor > 1.5:
                self.waited += 1
            elif self.best is None or value < self.best:
                self.best = value
            elif self.waited > self.patience:
                self.waited = 0
            else:
                self.seen += 1
        return self.best

    def train(self, steps):
        for step in range(steps):
            loss = self.net(torch.randn(6, 2)).square().mean()
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()
            self.note(loss.item())
            count(self.tally, step)


def count(tally, step):
    for name in ("first", "second", "third"):
        if name not in tally:
            tally[name] = 0
        elif tally[name] > step:
            tally[name] -= 1
        elif tally[name] < 0 and step > 2:
            tally[name] = step
        else:
            tally["others"] += 1


Trainer(2).train(4)
