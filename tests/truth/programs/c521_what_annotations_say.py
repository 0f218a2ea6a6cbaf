"""What is written down of an argument counts: a module builds a graph of data, too. A function that makes something, or a class,
is no module. (The calls are out of sight.)"""

from __future__ import annotations

from collections.abc import Callable
from typing import Optional

import torch
from torch import nn, optim


def fit(make: Callable[[torch.Tensor], torch.Tensor], kind: type[nn.Module]) -> None:
    weight = nn.Parameter(torch.ones(4))
    optimizer = optim.SGD([weight], lr=0.1)
    targets = make(torch.ones(2, 4))
    for _ in range(2):
        optimizer.zero_grad()
        (weight * targets).square().mean().backward()
        optimizer.step()
    assert issubclass(kind, nn.Module)


def train(G: nn.Module, D: Optional[nn.Module], opt_d: optim.Optimizer) -> None:
    fake = G(torch.randn(2, 4))
    D(fake).mean().backward()
    opt_d.step()
    D(fake).sum().backward()  # expect: RTG101


exec(
    """
fit(torch.tanh, nn.Linear)
critic = nn.Linear(4, 1)
network = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
train(network, critic, optim.SGD(critic.parameters(), lr=0.1))
"""
)
