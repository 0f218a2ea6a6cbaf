"""The last of three turns is followed by the first: what it frees, the second does not run through."""

import torch
from torch import nn

net = nn.Linear(2, 1)
for i in range(9):
    if i % 3 == 0:
        loss = net(torch.ones(1, 2)).exp().sum()
        loss.backward(retain_graph=True)
    elif i % 3 == 1:
        loss.backward(retain_graph=True)
    else:
        loss.backward()
