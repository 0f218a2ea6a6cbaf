"""What is indexed by several places at once is a tensor, whoever returned it: its columns hang on one graph."""

import pydoc

import torch
from torch import nn

net = pydoc.locate("torch.nn.Sequential")(nn.Linear(3, 4), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
out = net(torch.randn(5, 3))
out[:, :2].mean().backward()
out[:, 2:].mean().backward()  # expect: RTG101
optimizer.step()
