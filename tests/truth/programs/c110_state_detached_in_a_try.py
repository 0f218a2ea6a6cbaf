"""A state that is detached in a `try` is perhaps detached in its handler."""

import torch
from torch import nn

torch.manual_seed(0)
gru = nn.GRUCell(3, 3)
optimizer = torch.optim.SGD(gru.parameters(), lr=0.1)
hidden = torch.zeros(4, 3)
for step in range(3):
    optimizer.zero_grad()
    hidden = gru(torch.rand(4, 3), hidden)
    hidden.sum().backward()
    try:
        hidden = hidden.detach()
        print(hidden.norm().item())
    except RuntimeError as error:
        print(error)
    optimizer.step()
