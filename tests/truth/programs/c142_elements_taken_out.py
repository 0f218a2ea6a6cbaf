"""pop(i), remove and popitem take out the element that they name; where it is not known which, any may be left."""

import random
from collections import OrderedDict

import torch
from torch import nn

random.seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
x = torch.randn(5, 3)


def apart(number):
    return [net(x).square().mean() for _ in range(number)]


def together():
    out = net(x)
    return [out.square().mean(), out.abs().mean(), out.exp().mean()]


second = apart(3)
second.pop(1).backward()
second[1].backward(retain_graph=True)  # expect: RTG201

three = together()
three.pop(1).backward(retain_graph=True)
three.pop(0).backward(retain_graph=True)
three.pop(0).backward()

unknown = apart(3)
last = unknown[2]
chosen = random.choice([0, 1])
unknown.pop(chosen).backward()
last.backward()

removed = apart(3)
first = removed[0]
removed.remove(first)
first.backward()
removed[0].backward(retain_graph=True)  # expect: RTG201

smallest = apart(3)
smallest.remove(min(smallest, key=lambda loss: loss.item()))
for loss in smallest:
    loss.backward()

filtered = apart(3)
for loss in [loss for loss in filtered if loss.item() < 0]:
    filtered.remove(loss)
for loss in filtered:
    loss.backward(retain_graph=True)  # expect: RTG201

named = dict(enumerate(together()))
while named:
    _, loss = named.popitem()
    loss.backward(retain_graph=len(named) > 0)

ordered = OrderedDict(enumerate(apart(2)))
_, oldest = ordered.popitem(last=False)
oldest.backward()
ordered[1].backward(retain_graph=True)  # expect: RTG201
