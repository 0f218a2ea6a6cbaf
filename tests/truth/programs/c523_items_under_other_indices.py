"""The last item is also one of those that a number counts from the front, or that a loop finds: its optimiser's step does
something, and the gradients that it gets under the other name are no waste. (The calls are out of sight.)"""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import nn


def train_last(nets: list[nn.Module], x: torch.Tensor) -> None:
    optimizer = torch.optim.SGD(nets[-1].parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        nets[1](nets[0](x)).sum().backward()
        optimizer.step()


def train_last_in_any_form(nets, x: torch.Tensor) -> None:
    head, tail = nets[1], nets[-1]
    head.train()
    optimizer = torch.optim.SGD(tail.parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        head(x).sum().backward()
        optimizer.step()
        head.eval()


def train_by_name(nets: dict[str, nn.Module], x: torch.Tensor, names: Iterable[str]) -> None:
    optimizer = torch.optim.SGD(nets["b"].parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        out = x
        for name in names:
            out = nets[name](out)
        out.sum().backward()
        optimizer.step()


def train_by_number(nets: list[nn.Module], x: torch.Tensor) -> None:
    optimizer = torch.optim.SGD(nets[1].parameters(), lr=0.1)
    for number in range(len(nets)):
        nets[number](x).sum().backward()
    optimizer.step()


class Trainer:
    def __init__(self, nets) -> None:
        self.nets = nets
        self.nets[0].train()
        self.optimizer = torch.optim.SGD(self.nets[-1].parameters(), lr=0.1)

    def fit(self, x: torch.Tensor) -> None:
        for _ in range(3):
            self.nets[1].zero_grad()
            self.nets[1](x).sum().backward()
            self.optimizer.step()


exec(
    """
x = torch.ones(2, 4)
pair = [nn.Linear(4, 4), nn.Linear(4, 4)]
before = pair[1].weight.detach().clone()
train_last(pair, x)
train_last_in_any_form(pair, x)
train_by_name({"a": pair[0], "b": pair[1]}, x, ["a", "b"])
train_by_number(pair, x)
Trainer(pair).fit(x)
assert not torch.equal(before, pair[1].weight)
"""
)
