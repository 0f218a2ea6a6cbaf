"""The second of three turns frees what the last one runs through."""

import torch
from torch import nn

net = nn.Linear(2, 1)
for i in range(9):
    if i % 3 == 0:
        loss = net(torch.ones(1, 2)).exp().sum()
        loss.backward(retain_graph=True)
    elif i % 3 == 1:
        loss.backward()
    else:
        loss.backward()  # expect: RTG102
