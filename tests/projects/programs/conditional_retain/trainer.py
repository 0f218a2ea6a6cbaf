from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Options:
    penalty: float = 0.0
    width: int = 4


class Trainer:
    def __init__(self, options):
        self.options = options
        self.net = nn.Sequential(nn.Linear(3, options.width), nn.Tanh())
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def step(self):
        out = self.net(torch.randn(4, 3))
        self.optimizer.zero_grad()
        out.mean().backward(retain_graph=self.options.penalty > 0)
        if self.options.penalty > 0:
            (self.options.penalty * out.pow(2).mean()).backward()
        self.optimizer.step()
