"""A helper that only evaluates, but the network's forward keeps its state, with its history."""
from torch import nn
import torch

from nets import Recurrent
from probe import probe

net = Recurrent()
optimizer = torch.optim.SGD(net.parameters(), lr=0.0)
probe(net, torch.randn(1, 3))
for _ in range(2):
    optimizer.zero_grad()
    net(torch.randn(1, 3)).mean().backward()  # expect: RTG102
    optimizer.step()
