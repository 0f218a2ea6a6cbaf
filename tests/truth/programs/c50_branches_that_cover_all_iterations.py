"""Some branch computes the loss in every iteration, though nobody sees that it does: the first would fail otherwise."""

import os

import torch
from torch import nn

period, start = (int(word) for word in os.environ.get("NO_SUCH_VALUES", "1,2").split(","))
net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(6):
    if step < start:
        loss = net(torch.randn(6, 2)).square().mean()
    elif step >= start and (step - start) % period == 0:
        loss = net(torch.randn(6, 2)).abs().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
