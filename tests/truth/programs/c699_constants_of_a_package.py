"""What a package's function makes of data is data beside a known graph: it has no parameters of its own."""

import torch
from packaging.version import parse
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
version = parse("2.1")
scale = torch.ones(1, 2) * version.major
for _ in range(2):
    loss = (net(scale) * version.minor).square().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()

kept = net(scale).exp()
for _ in range(2):
    (kept * version.minor).mean().backward(retain_graph=True)
