"""What a proxy hands out is the graph behind it."""

import torch
from torch import nn


class Proxy:
    def __init__(self, target):
        self.target = target

    def __getattr__(self, name):
        return getattr(self.target, name)


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
proxy = Proxy(net(torch.randn(6, 2)))
proxy.square().mean().backward()
proxy.abs().mean().backward()  # expect: RTG101
