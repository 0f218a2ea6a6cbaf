"""What keeps a function runs it later, with losses that are known: what it is given away with is no call."""

import functools
from dataclasses import dataclass
from typing import Callable

import torch
from torch import nn

body, head = nn.Linear(4, 4), nn.Linear(4, 1)
optimizer = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.1)


def compute_features():
    return body(torch.rand(2, 4)).tanh()


class Algorithm:
    def __init__(self, optimize):
        self.optimize = optimize

    def update(self):
        self.optimize(head(compute_features()).sum())


@dataclass
class Hooks:
    on_loss: Callable


def train_by_an_algorithm():
    def optimize(loss):
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()

    algorithm = Algorithm(optimize)
    for _ in range(3):
        algorithm.update()


def train_by_a_field():
    def optimize(loss):
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()

    hooks = Hooks(optimize)
    for _ in range(3):
        hooks.on_loss(head(compute_features()).sum())


def train_by_a_list():
    def optimize(loss):
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()

    hooks = []
    hooks.append(optimize)
    for _ in range(3):
        for hook in hooks:
            hook(head(compute_features()).sum())


def train_by_a_partial():
    def optimize(scale, loss):
        optimizer.zero_grad()
        (scale * loss).backward(retain_graph=True)  # expect: RTG201
        optimizer.step()

    optimize_half = functools.partial(optimize, 0.5)
    for _ in range(3):
        optimize_half(head(compute_features()).sum())


if __name__ == "__main__":
    train_by_an_algorithm()
    train_by_a_field()
    train_by_a_list()
    train_by_a_partial()
