import torch
from torch import nn

from registry import REGISTRY, register


@register("joint")
class Joint:
    def __init__(self, width=3):
        self.net = nn.Sequential(nn.Linear(3, width), nn.Tanh())
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def step(self):
        out = self.net(torch.randn(4, 3))
        self.optimizer.zero_grad()
        out.mean().backward()
        out.pow(2).mean().backward()  # expect: RTG101
        self.optimizer.step()


def build(config):
    options = dict(config)
    return REGISTRY[options.pop("name")](**options)
