"""A path on which a name of the script is unset that is read next ends there: only the script binds it."""

import torch
from torch import nn

net = nn.Linear(3, 3)
out = net(torch.randn(2, 3)).exp()
if torch.rand(1).item() < 2:
    scale, again = 1.0, False
else:
    again = True
(out * scale).sum().backward(retain_graph=True)  # expect: RTG201
if again:
    out.sum().backward()
