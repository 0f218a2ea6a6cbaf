"""A quotient of a counter stays what it was for some iterations, and changes in a later one."""

import torch
from torch import nn

net = nn.Linear(2, 1)
for i in range(30):
    loss = net(torch.ones(1, 2)).exp().sum()
    if i // 10 == 0:
        loss.backward()
    elif i // 10 == 1:
        loss.backward(retain_graph=True)  # expect: RTG201
    else:
        loss.backward(retain_graph=True)
        loss.backward()
