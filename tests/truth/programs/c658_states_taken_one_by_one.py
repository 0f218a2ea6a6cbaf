"""States of several cells in a list, which an inner loop goes through: what it takes out is always of the iteration before, so that
a detach() where it is used cuts off no more than that."""

import torch
from torch import nn

torch.manual_seed(0)
cells = nn.ModuleList([nn.GRUCell(4, 4), nn.GRUCell(4, 4)])
optimizer = torch.optim.SGD(cells.parameters(), lr=0.1)
states = [torch.zeros(5, 4), torch.zeros(5, 4)]
for _ in range(3):
    x, new = torch.randn(5, 4), []
    for cell, state in zip(cells, states):
        x = cell(x, state)
        new.append(x)
    states = new
    optimizer.zero_grad()
    x.square().mean().backward()  # expect: RTG102
    optimizer.step()
