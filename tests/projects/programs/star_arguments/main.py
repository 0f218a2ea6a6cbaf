"""Losses as star arguments, options as keywords."""
import torch
from torch import nn

from helpers import backward_all

net = nn.Sequential(nn.Linear(3, 2), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    out = net(torch.randn(4, 3))
    optimizer.zero_grad()
    backward_all(out.mean(), out.pow(2).mean(), optimizer=optimizer)
    out = net(torch.randn(4, 3))
    options = {"optimizer": optimizer, "total": True}
    backward_all(*[out.mean(), out.pow(2).mean()], **options)
