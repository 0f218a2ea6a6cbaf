"""States under keys that loops find: each key has its own, which is cut or not."""

import os

import torch
from torch import nn

names = os.environ.get("NAMES", "day night dusk").split()
cell, head = nn.GRUCell(3, 4), nn.Linear(4, 1)
optimizer = torch.optim.SGD([*cell.parameters(), *head.parameters()], lr=0.1)
states = {name: torch.zeros(2, 4) for name in names}
for x in torch.randn(3, 2, 3):
    for name in names:
        states[name] = cell(x, states[name])
        optimizer.zero_grad()
        head(states[name]).mean().backward()  # expect: RTG102
        optimizer.step()
