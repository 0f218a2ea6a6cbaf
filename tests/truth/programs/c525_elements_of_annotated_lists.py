"""What is written down of the elements of a list counts for each that a loop finds, and so it does for the values of a
dictionary. (The calls are out of sight.)"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn


class Head(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(self.layer(x))


def train_each(nets: Sequence[nn.Module], x: torch.Tensor) -> None:
    optimizers = [torch.optim.SGD(net.parameters(), lr=0.1) for net in nets]
    for net, optimizer in zip(nets, optimizers):
        optimizer.zero_grad()
        net(x).square().sum().backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def share(heads: dict[str, Head], backbone: nn.Module, x: torch.Tensor) -> None:
    features = backbone(x)
    for name, head in heads.items():
        head(features).mean().backward(retain_graph=len(name) > 0)


def train_heads(heads: dict[str, Head], x: torch.Tensor) -> None:
    for head in heads.values():
        head(x).mean().backward(retain_graph=True)  # expect: RTG201


exec(
    """
x = torch.ones(2, 4)
networks = [nn.Sequential(nn.Linear(4, 4), nn.Tanh()), nn.Sequential(nn.Linear(4, 4), nn.Tanh())]
train_each(networks, x)
heads = {"a": Head(), "b": Head()}
share(heads, networks[0], x)
train_heads(heads, x)
"""
)
