"""A generator yields a graph of its own each time, however often it is asked."""

import torch
from torch import nn

torch.manual_seed(0)
cell = nn.GRUCell(2, 3)
inputs = torch.randn(5, 1, 2)


def roll_out():
    h = torch.zeros(1, 3)
    for x in inputs:
        h = cell(x, h.detach())
        yield h


def roll_out_with_losses():
    h = torch.zeros(1, 3)
    for t, x in enumerate(inputs):
        h = cell(x, h.detach())
        yield t, h.mean()


for h in roll_out():
    h.mean().backward()
for t, loss in roll_out_with_losses():
    loss.backward()
for loss in list(h.square().mean() for h in roll_out()):
    loss.backward()
for h in roll_out():
    h.mean().backward(retain_graph=True)
    h.sum().backward()
