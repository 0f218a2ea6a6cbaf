"""Of two optimisers that are given, one trains a network whose gradients nobody clears; which do so somewhere are left out.
(The calls are out of sight.)"""

from __future__ import annotations

import torch
from torch import nn


def pretrain(D: nn.Module, opt_d: torch.optim.Adam, batches) -> None:
    for x in batches:
        D(x).mean().backward()
        opt_d.step()  # expect: RTG304


def train(G: nn.Module, opt_g: torch.optim.Optimizer, batches, keep: bool) -> None:
    for x in batches:
        if not keep:
            opt_g.zero_grad()
        G(x).square().mean().backward()
        opt_g.step()


def train_by_hooks(G: nn.Module, opt_g: torch.optim.Optimizer, batches, callbacks: list) -> None:
    callbacks.append(opt_g.zero_grad)
    for x in batches:
        G(x).square().mean().backward()
        opt_g.step()
        callbacks[0]()


def train_within(G: nn.Module, optimizer: torch.optim.Optimizer, batches, manager) -> None:
    for x in batches:
        with manager(optimizer):
            G(x).square().mean().backward()
            optimizer.step()


def train_step_by_step(G: nn.Module, optimizer: torch.optim.Optimizer, batches):
    for x in batches:
        G(x).square().mean().backward()
        optimizer.step()
        yield x


exec(
    """
import contextlib


@contextlib.contextmanager
def clearing(given):
    given.zero_grad()
    yield


G = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
D = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
opt_g, opt_d = torch.optim.SGD(G.parameters(), lr=0.1), torch.optim.Adam(D.parameters(), lr=0.1)
batches = [torch.ones(2, 4)] * 3
pretrain(D, opt_d, batches)
train(G, opt_g, batches, False)
opt_g.zero_grad()
train_by_hooks(G, opt_g, batches, [])
train_within(G, opt_g, batches, clearing)
opt_g.zero_grad()
for _ in train_step_by_step(G, opt_g, batches):
    opt_g.zero_grad()
"""
)
