"""A slice of width two is a loop of two iterations."""

import torch
from torch import nn

net = nn.Linear(2, 1)


def weigh(weights):
    hidden = net(torch.rand(3, 2)).exp()
    for weight in weights[2:4]:
        (hidden * weight).sum().backward()  # expect: RTG102


exec("""weigh([0.1, 0.2, 0.3, 0.4])""")
