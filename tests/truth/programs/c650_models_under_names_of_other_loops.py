"""Models that a loop makes under names that nobody knows are found again under other names: those of a second loop at their places,
and one name for itself leads to one of them, for they are alike. No more is known of a second name."""

import os

import torch
from torch import nn

names = os.environ.get("NAMES", "day night dusk").split()
others = os.environ.get("OTHERS", "day night dusk").split()
chosen = os.environ.get("CHOSEN", "night")


class Shift(nn.Module):
    def __init__(self):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(4))

    def forward(self, x):
        return x + self.bias


x = torch.ones(2, 4)
linears, shifts, scales, pairs = {}, {}, {}, {}
for name in names:
    linears[name], shifts[name] = nn.Linear(4, 4), Shift()
    scales["of " + name] = Shift()
    pairs[name, "scale"], pairs[name, "shift"] = nn.Linear(4, 4), Shift()

for other in others:
    h = pairs[other, "scale"](x)
    h.exp().sum().backward(retain_graph=True)
    h.sum().backward()
    break

for other in others:
    h = pairs[other, "shift"](x)
    h.exp().sum().backward(retain_graph=True)  # expect: RTG201
    h.sum().backward()
    break

h = shifts[chosen](x)
h.exp().sum().backward(retain_graph=True)  # expect: RTG201
h.sum().backward()
h = scales["of " + chosen](x)
h.exp().sum().backward(retain_graph=True)  # expect: RTG201
h.sum().backward()

w = torch.ones(4, requires_grad=True)
for key in (os.environ.get("LAST", "dusk"), f"{os.environ.get('BEGINNING', 'du')}{os.environ.get('END', 'sk')}"):
    h = linears[key](w)
    with torch.no_grad():
        linears[chosen].weight.mul_(2)
    h.sum().backward()

previous = None
for other in others:
    h = linears[other](w)
    if previous is not None:
        with torch.no_grad():
            linears[previous].weight.mul_(2)
    h.sum().backward()
    previous = other
