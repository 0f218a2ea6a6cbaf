"""The smaller of two tensors hangs on both: a backward pass through it frees the graph of the second, too."""

import torch
from torch import nn

one, two = nn.Linear(3, 1), nn.Linear(3, 1)
for _ in range(2):
    x = torch.rand(4, 3)
    first, second = one(x), two(x).exp()
    torch.min(first.detach(), second).mean().backward()
    second.sum().backward()  # expect: RTG101
