"""A script that is run by its path has no package: what it imports for that case is bound, and what follows is run."""

import torch
from torch import nn

if not __package__:
    from math import pi

weight = pi / 4
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=weight)


def train(x: torch.Tensor) -> None:
    loss = net(x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()


for _ in range(3):
    train(torch.randn(2, 3))
