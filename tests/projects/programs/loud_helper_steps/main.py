"""A helper named like a report steps the optimiser: what is sent back afterwards is stale."""
import torch
from torch import nn

from logs import report

net = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 2))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
out = net(torch.randn(4, 3))
out[:, 0].mean().backward(retain_graph=True)
report(out, optimizer)
out[:, 1].mean().backward()  # expect: RTG103
