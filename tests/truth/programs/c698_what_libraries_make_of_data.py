"""A function of a library that is given data gives data or an object: no graph. What an object of one computes may be a graph."""

import importlib
import sys

import torch
from torch import nn
from torch.distributions import constraints

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
module = importlib.import_module("collections" if len(sys.argv) < 9 else sys.argv[1])
loader = module.UserList([torch.ones(1, 2), torch.zeros(1, 2)])
for batch in loader:
    loss = net(batch).square().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()

to_simplex = torch.distributions.biject_to(constraints.simplex)
shared = to_simplex(net(torch.ones(1, 2)))
shared.sum().backward(retain_graph=True)
shared.mean().backward()
