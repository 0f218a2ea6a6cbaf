"""The first parameters are frozen by their number; the bias of the first layer is the second of them."""

import torch
from torch import nn

trunk = nn.Sequential(nn.Linear(4, 6), nn.Sigmoid(), nn.Linear(6, 6), nn.Sigmoid())
one, two = nn.Linear(6, 1), nn.Linear(6, 1)
for weight in list(trunk.parameters())[:3]:
    weight.requires_grad = False
features = trunk(torch.randn(3, 4))
one(features).mean().backward()
two(features).mean().backward()  # expect: RTG101
