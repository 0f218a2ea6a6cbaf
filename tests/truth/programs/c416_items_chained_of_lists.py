"""What is chained of a list of lists are the items of these, with their graphs."""

import itertools

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 1), nn.Tanh())

hidden = net(torch.ones(2, 3))
listed = list(itertools.chain.from_iterable([[hidden], [hidden * 2]]))
hidden.mean().backward(retain_graph=True)
listed[1].sum().backward()

hidden = net(torch.ones(2, 3))
hidden.mean().backward(retain_graph=True)  # expect: RTG201
for value in itertools.chain.from_iterable([[net(torch.ones(1, 3))]]):
    value.sum().backward()
