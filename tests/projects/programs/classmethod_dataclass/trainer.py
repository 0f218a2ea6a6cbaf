from dataclasses import dataclass, field

import torch
from torch import nn


@dataclass
class Losses:
    main: torch.Tensor
    extra: torch.Tensor
    weight: float = 0.5
    names: list = field(default_factory=list)


@dataclass
class Trainer:
    net: nn.Module
    optimizer: torch.optim.Optimizer
    retain: bool = True
    log: list = field(default_factory=list)

    @classmethod
    def from_config(cls, width, lr=0.1):
        net = nn.Sequential(nn.Linear(3, width), nn.Tanh(), nn.Linear(width, 1))
        return cls(net, torch.optim.SGD(net.parameters(), lr=lr))

    def losses(self):
        out = self.net(torch.randn(5, 3))
        return Losses(out.mean(), out.pow(2).mean())

    def step(self):
        losses = self.losses()
        self.optimizer.zero_grad()
        losses.main.backward(retain_graph=self.retain)
        (losses.weight * losses.extra).backward(retain_graph=self.retain)  # expect: RTG201
        self.optimizer.step()
        self.log.append(losses.main.item())
