"""What `list` takes of `map` is made before the first step, all of it."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def compute(batch):
    return net(batch).exp().mean()


losses = list(map(compute, [torch.rand(3, 2), torch.rand(3, 2)]))
for loss in losses:
    optimizer.zero_grad()
    loss.backward()  # expect: RTG103
    optimizer.step()
