"""A `try` that leaves the state alone does not hide that it is carried over."""

import torch
from torch import nn

torch.manual_seed(0)
gru = nn.GRUCell(3, 3)
optimizer = torch.optim.SGD(gru.parameters(), lr=0.1)
hidden, best = torch.zeros(4, 3), None
for step in range(3):
    optimizer.zero_grad()
    hidden = gru(torch.rand(4, 3), hidden)
    hidden.sum().backward()  # expect: RTG102
    try:
        best = hidden.norm().item()
    except RuntimeError as error:
        print(error)
    optimizer.step()
