"""A set has each of its words once."""

import torch
from torch import nn

net = nn.Linear(2, 1)
kinds = {"sum", "mean", "sum"}
shared = net(torch.ones(1, 2)).square()
shared.sum().backward()
if len(kinds) == 2 and len(set("gog")) == 2:
    shared.mean().backward()  # expect: RTG101
