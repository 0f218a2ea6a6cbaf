"""Who is given a model or an optimiser may clear its gradients, and so may what a list holds. (The calls are out of sight.)"""

from __future__ import annotations

import torch
from torch import nn


def train_with_others(model: nn.Module, batches, others) -> None:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        for other in others:
            other.zero_grad()
        model(x).square().mean().backward()
        optimizer.step()


def train_with_callback(model: nn.Module, batches, callback) -> None:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        model(x).square().mean().backward()
        optimizer.step()
        callback.after_step(model)


def train_with_hook(model: nn.Module, batches, hook) -> None:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        model(x).square().mean().backward()
        optimizer.step()
        hook(optimizer)


def train_given(model: nn.Module, optimizer: torch.optim.Optimizer, batches, hook) -> None:
    for x in batches:
        model(x).square().mean().backward()
        optimizer.step()
        hook(optimizer)


def train_cleared(model: nn.Module, optimizer: torch.optim.Optimizer, batches) -> None:
    for x in batches:
        model.zero_grad()
        model(x).square().mean().backward()
        optimizer.step()
    for x in batches:
        for group in optimizer.param_groups:
            for parameter in group["params"]:
                parameter.grad = None
        model(x).square().mean().backward()
        optimizer.step()


def train_one_of_two(model: nn.Module, critic: nn.Module, optimizer: torch.optim.Optimizer, batches) -> None:
    """The critic's gradients, which nobody clears, are none of the optimiser's."""
    for x in batches:
        model.zero_grad()
        critic(model(x)).square().mean().backward()
        optimizer.step()


def train_now_and_then(model: nn.Module, optimizer: torch.optim.Optimizer, loss: torch.Tensor) -> None:
    """The caller clears them."""
    loss.backward()
    optimizer.step()


exec(
    """
class Clearing:
    def after_step(self, model):
        model.zero_grad()


model = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
critic = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batches = [torch.ones(2, 4)] * 3
train_with_others(model, batches, [optimizer])
train_with_callback(model, batches, Clearing())
train_with_hook(model, batches, lambda given: given.zero_grad())
train_given(model, optimizer, batches, lambda given: given.zero_grad())
train_cleared(model, optimizer, batches)
train_one_of_two(model, critic, optimizer, batches)
for x in batches:
    optimizer.zero_grad()
    train_now_and_then(model, optimizer, model(x).mean())
"""
)
