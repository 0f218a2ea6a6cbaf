"""Pairs of states in a list, each taken by its index in an inner loop."""

import torch
from torch import nn

torch.manual_seed(0)
cells = nn.ModuleList([nn.LSTMCell(4, 4), nn.LSTMCell(4, 4)])
optimizer = torch.optim.SGD(cells.parameters(), lr=0.1)
states = [(torch.zeros(5, 4), torch.zeros(5, 4)) for _ in cells]
for _ in range(3):
    x = torch.randn(5, 4)
    for i, cell in enumerate(cells):
        states[i] = cell(x, states[i])
        x = states[i][0]
    optimizer.zero_grad()
    x.square().mean().backward()
    states = [tuple(s.detach() for s in h) for h in states]
    optimizer.step()
