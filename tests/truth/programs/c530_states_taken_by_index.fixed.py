"""States of several cells in a list, each taken by its index in an inner loop: what the list holds is detached at once."""

import torch
from torch import nn

torch.manual_seed(0)
cells = nn.ModuleList([nn.GRUCell(4, 4), nn.GRUCell(4, 4)])
optimizer = torch.optim.SGD(cells.parameters(), lr=0.1)
states = [torch.zeros(5, 4), torch.zeros(5, 4)]
for _ in range(3):
    x = torch.randn(5, 4)
    for i, cell in enumerate(cells):
        states[i] = cell(x, states[i])
        x = states[i]
    optimizer.zero_grad()
    x.square().mean().backward()
    states = [h.detach() for h in states]
    optimizer.step()
