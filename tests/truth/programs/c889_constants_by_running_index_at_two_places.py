"""A constant stands at two places of a list: the second iteration that meets it finds the graph freed."""

import torch
from torch import nn

net = nn.Linear(3, 3)
names = ["a", "b", "c", "x", "e", "x", "g", "h"]
kept = net(torch.rand(2, 3)).sigmoid()
for i in range(8):
    if names[i] == "x":
        kept.sum().backward()  # expect: RTG102
