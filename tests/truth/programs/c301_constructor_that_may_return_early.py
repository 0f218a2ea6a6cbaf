"""Options decide what a constructor makes, and one of them ends it early: what the other methods work on is the finished object."""

import json

import torch
from torch import nn


class Trainer(nn.Module):
    def __init__(self, wide, deep, norm, demo):
        super().__init__()
        self.g = nn.Linear(2, 4)
        if wide:
            self.wide = 1
        if deep:
            self.deep = 1
        if norm:
            self.norm = 1
        if demo:
            return
        self.d = nn.Linear(4, 1)
        self.og = torch.optim.SGD(self.g.parameters(), lr=0.1)
        self.od = torch.optim.SGD(self.d.parameters(), lr=0.1)

    def step(self, x):
        fake = self.g(x)
        d_loss = self.d(fake.detach()).mean()
        g_loss = self.d(torch.tanh(fake)).square().mean()
        self.od.zero_grad()
        d_loss.backward()
        self.od.step()
        self.og.zero_grad()
        g_loss.backward()  # expect: RTG103
        self.og.step()


Trainer(*json.loads("[true, false, true, false]")).step(torch.randn(3, 2))
