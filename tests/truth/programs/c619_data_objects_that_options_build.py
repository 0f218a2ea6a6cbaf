import sys

import torch
from torch import nn


class Rows:
    def __init__(self, path):
        self.path = path
        if len(sys.path) > 1:
            rows = torch.load(path) if len(sys.path) > 10_000 else torch.randn(4, 2)
        else:
            rows = torch.randn(6, 2)
        if len(sys.path) > 1:
            self.rows = rows[:4]
        else:
            self.rows = rows[1:]


class Plan:
    """What it says decides what is run: its constructor's paths stay apart."""

    def __init__(self):
        self.again = len(sys.path) > 1
        self.rows = torch.randn(2, 2)
        if self.again:
            self.times = 2
        elif len(sys.path) > 1:
            self.times = 1
        else:
            self.times = 1


net = nn.Linear(2, 1)
data = Rows("rows.pt")
for row in data.rows:
    loss = net(row).sum()
    loss.backward(retain_graph=True)  # expect: RTG201

plan = Plan()
loss = net(plan.rows).sum()
loss.backward(retain_graph=plan.times == 2)
if plan.times == 2:
    loss.backward()
