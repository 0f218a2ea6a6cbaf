"""Which layers have weights to reset is known: what is done with the others is not run."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Sequential(nn.Linear(4, 1)))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for layer in net:
    if hasattr(layer, "reset_parameters"):
        layer.reset_parameters()

for _ in range(2):
    loss = net(torch.randn(6, 4)).square().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    if hasattr(net[2], "reset_parameters") or hasattr(net[3], "reset_parameters") or hasattr(net[2], "weight"):
        loss.backward()
    optimizer.step()

for _ in range(2):
    total = net(torch.randn(6, 4)).abs().mean()
    optimizer.zero_grad()
    total.backward(retain_graph=True)
    if hasattr(net[0], "reset_parameters") and hasattr(net[1], "reset_parameters"):
        total.backward()
    optimizer.step()
