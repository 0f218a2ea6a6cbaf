import os

import torch
from torch import nn

net, head = nn.Linear(2, 1), nn.Linear(2, 1)
steps = int(os.environ.get("STEPS", 2))
for step in range(3):
    x = torch.randn(4, 2)
    total = 0
    if os.environ.get("FIRST", "1"):
        total += net(x).square().mean()
    if os.environ.get("SECOND", ""):
        total += head(x).square().mean()
    if steps > 1:
        total = total / steps
    total.backward(retain_graph=True)  # expect: RTG201
