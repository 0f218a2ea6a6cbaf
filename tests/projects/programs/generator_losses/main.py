"""Losses come from a generator; all but the last must retain."""
import torch
from torch import nn

from losses import iterate_losses

net = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    for loss in iterate_losses(net(torch.randn(4, 3))):
        loss.backward()  # expect: RTG102
    optimizer.step()
