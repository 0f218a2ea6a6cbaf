"""A state that is detached only where it has no history is not detached at all."""

import torch
from torch import nn

torch.manual_seed(0)
cell = nn.GRUCell(2, 3)
optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)

h = torch.zeros(1, 3)
for step in range(4):
    optimizer.zero_grad()
    if h.is_leaf:
        h = h.detach()
    h = cell(torch.randn(1, 2), h)
    h.mean().backward()  # expect: RTG102
    optimizer.step()
