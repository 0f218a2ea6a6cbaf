"""States of several cells in a dictionary, each taken by its name in an inner loop."""

import torch
from torch import nn

torch.manual_seed(0)
cells = nn.ModuleDict({"low": nn.GRUCell(4, 4), "high": nn.GRUCell(4, 4)})
optimizer = torch.optim.SGD(cells.parameters(), lr=0.1)
states = {name: torch.zeros(5, 4) for name in cells}
for _ in range(3):
    x = torch.randn(5, 4)
    for name, cell in cells.items():
        states[name] = cell(x, states[name])
        x = states[name]
    optimizer.zero_grad()
    x.square().mean().backward()
    states = {key: h.detach() for key, h in states.items()}
    optimizer.step()
