"""A list that is filled by another name, on more paths than are followed apart."""

import sys

import torch
from torch import nn

net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
words = set(sys.argv)
for x in torch.randn(3, 8, 4):
    losses = []
    same, other = losses, []
    other.append(net(x).sin().mean())
    for number in range(4):
        if str(number) in words:
            losses.append(net(x).square().mean())
            other = losses
    same.append(net(x).exp().mean())
    optimizer.zero_grad()
    losses[-1].backward(retain_graph=True)
    (other[0] + same[-1]).backward()
    optimizer.step()
