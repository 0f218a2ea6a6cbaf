"""Two numbers from the front, or two names, are two items: the optimiser of one does nothing about the other. (The calls are
out of sight.)"""

from __future__ import annotations

import torch
from torch import nn


def train(nets: dict[str, nn.Module], x: torch.Tensor) -> None:
    optimizer = torch.optim.SGD(nets["generator"].parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        nets["critic"](nets["generator"](x)).sum().backward()
        optimizer.step()


def train_two(nets: list[nn.Module], x: torch.Tensor) -> None:
    optimizer = torch.optim.SGD(nets[0].parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        nets[1](nets[0](x)).sum().backward()
        optimizer.step()


exec(
    """
x = torch.ones(2, 4)
pair = [nn.Linear(4, 4), nn.Linear(4, 4)]
train({"generator": pair[0], "critic": pair[1]}, x)
train_two(pair, x)
"""
)
