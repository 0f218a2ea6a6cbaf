import torch
from torch import nn

from library import squared_for_caller, squared_for_nobody

net = nn.Sequential(nn.Linear(3, 2), nn.Tanh())
for _ in range(3):
    squared_for_caller(net, torch.randn(4, 3)).abs().backward()
    squared_for_nobody(net, torch.randn(4, 3))
