"""What functions that only see data leave in variables, lists and objects decides which graph is entered again."""

import os

import torch
from torch import nn

mode = 0
seen = []


class Counter:
    def __init__(self):
        self.high = 0

    def count(self, value):
        if value > 3:
            self.high += 1
        elif value > 2:
            self.high += 2
        elif value > 1:
            self.high += 3
        elif value > 0:
            self.high = 1
        return value


def choose(value):
    global mode
    if value > 3:
        mode = 1
    elif value > 2:
        mode = 2
    elif value > 1:
        mode = 3
    else:
        mode = 4
    return mode


def note(value):
    if value > 3:
        seen.append("a")
    elif value > 2:
        seen.append("b")
    elif value > 1:
        seen.append("c")
    elif value > 0:
        seen.append("d")
    return value


net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
counter = Counter()
for value in [int(word) for word in os.environ.get("NO_SUCH_VALUES", "1,4,2,3").split(",")]:
    choose(value), note(value), counter.count(value)
    optimizer.zero_grad()
    loss = net(torch.randn(4, 2)).square().mean()
    loss.backward(retain_graph=True)
    if mode > 2:
        (loss * 2).backward()
    loss = net(torch.randn(4, 2)).square().mean()
    loss.backward(retain_graph=True)
    if seen:
        (loss * 2).backward()
    loss = net(torch.randn(4, 2)).square().mean()
    loss.backward(retain_graph=True)
    if counter.high > 0:
        (loss * 2).backward()
    optimizer.step()
