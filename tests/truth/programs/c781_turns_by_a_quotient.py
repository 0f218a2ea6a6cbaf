"""Branches that take turns by a quotient of the index: which comes next is known to the author, and to no path."""

import torch
from torch import nn

net = nn.Linear(2, 1)
seen = -1
for i in range(10):
    if i // 2 != seen:
        seen = i // 2
        loss = net(torch.ones(1, 2)).square().sum()
        loss.backward(retain_graph=True)
    else:
        loss.backward()

for i in range(10):
    if 2 * i >= 20:
        loss.backward()
    loss = net(torch.ones(1, 2)).square().sum()
    loss.backward()
