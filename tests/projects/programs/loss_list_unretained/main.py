"""A list of losses filled by a loop in another file, each sent back without a retain."""
import torch
from torch import nn

from losses import collect

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    losses = collect(net, torch.randn(4, 3), ["mean", "sum"])
    optimizer.zero_grad()
    for loss in losses:
        loss.backward()  # expect: RTG102
    optimizer.step()
