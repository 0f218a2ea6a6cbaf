"""`Base[Config]` is Base, where it is called and where another class derives from it; other classes give out items."""

from typing import Generic, TypeVar

import torch
from torch import nn

T = TypeVar("T")
body, head = nn.Linear(4, 4), nn.Linear(4, 1)
optimizer = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.1)


class Algorithm(Generic[T]):
    def __init__(self, optimize: T):
        self.optimize = optimize

    def compute_features(self):
        return body(torch.rand(2, 4)).tanh()


class Alternating(Algorithm[int]):
    def update(self):
        features = self.compute_features()
        head(features).sum().backward(retain_graph=True)
        features.sum().backward()


class Simple(Algorithm[T], Generic[T]):
    def update(self):
        self.optimize(head(self.compute_features()).sum())


class Single(Simple[int]):
    pass


class Kept:
    features = []

    def __class_getitem__(cls, index):
        return cls.features[index]


def train_by_a_closure():
    def optimize(loss):
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()

    algorithm = Single(optimize)
    for _ in range(3):
        algorithm.update()


def train_what_a_class_gives_out():
    features = body(torch.rand(2, 4)).tanh()
    Kept.features.append(features)
    head(features).sum().backward(retain_graph=True)
    Kept[0].sum().backward()


if __name__ == "__main__":
    Alternating(None).update()
    Algorithm[str](None).compute_features().sum().backward()
    train_by_a_closure()
    train_what_a_class_gives_out()
