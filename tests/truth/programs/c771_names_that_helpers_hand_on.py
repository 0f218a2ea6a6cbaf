"""Where everything is imported from a module that is not found, names like `nn` and `torch` mean what they mostly do."""

import sys
import types

import torch as library
from torch import nn as layers

shorthands = types.ModuleType("shorthands")
vars(shorthands).update(torch=library, nn=layers)
sys.modules["shorthands"] = shorthands

from shorthands import *  # noqa: E402, F403

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())  # noqa: F405
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)  # noqa: F405
places = torch.arange(2.0) / 2  # noqa: F405
for _ in range(3):
    optimizer.zero_grad()
    (net(torch.ones(1, 2)) + places).square().sum().backward(retain_graph=True)  # noqa: F405 # expect: RTG201
    optimizer.step()
