"""What loops over a list find are its items, under whatever index: an optimiser of one of them steps with the gradients that a
loop has left. (The calls are out of sight.)"""

from __future__ import annotations

import torch
from torch import nn


def train_last(nets: list[nn.Module], x: torch.Tensor) -> None:
    optimizer = torch.optim.SGD(nets[-1].parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        out = x
        for net in nets:
            out = net(out)
        out.sum().backward()
        optimizer.step()


def train_head(nets: dict[str, nn.Module], x: torch.Tensor) -> None:
    optimizer = torch.optim.SGD(nets["head"].parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        out = x
        for net in nets.values():
            out = net(out)
        out.sum().backward()
        optimizer.step()


def train_backwards(nets: list[nn.Module], x: torch.Tensor) -> None:
    optimizer = torch.optim.SGD(nets[0].parameters(), lr=0.1)
    for net in reversed(nets):
        optimizer.zero_grad()
        net(x).sum().backward()
        optimizer.step()


def train_seventh(nets: nn.ModuleList, x: torch.Tensor) -> None:
    optimizer = torch.optim.SGD(nets[7].parameters(), lr=0.1)
    for net in nets:
        net(x).sum().backward()
    optimizer.step()
    for net in nets[2:]:
        net.zero_grad()
        net(x).sum().backward()
    optimizer.step()


exec(
    """
x = torch.ones(2, 4)
pair = [nn.Linear(4, 4), nn.Linear(4, 4)]
before = [net.weight.detach().clone() for net in pair]
train_last(pair, x)
train_head({"base": pair[0], "head": pair[1]}, x)
train_backwards(pair, x)
assert not any(torch.equal(old, net.weight) for old, net in zip(before, pair))
train_seventh(nn.ModuleList(nn.Linear(4, 4) for _ in range(8)), x)
"""
)
