"""`torch.min(one, two)` hangs on both tensors: the second stands where a dimension does in `torch.min(one, 1)`."""

import torch
from torch import nn

one, two = nn.Linear(3, 1), nn.Linear(3, 1)
zero = torch.zeros(4, 1)
for _ in range(2):
    x = torch.rand(4, 3)
    first, second = one(x).exp(), two(x).exp()
    torch.min(first, second).mean().backward(retain_graph=True)
    first.max(second).mean().backward(retain_graph=True)
    torch.max(first.detach(), other=second).mean().backward(retain_graph=True)
    second.sum().backward()
    torch.max(first, 1)[0].mean().backward(retain_graph=True)  # expect: RTG201
    torch.min(zero, -one(x)).mean().backward(retain_graph=True)  # expect: RTG201
