"""An object keeps parts of what code out of sight made of data: these may be graphs, but mostly are none, and what else it has is
none of them. A graph that it keeps may be what else it has."""

import types

import torch
from torch import nn

library = types.ModuleType("library")
exec(
    """
import types


def record(name, words):
    return types.SimpleNamespace(words=words, name=name)


def remember(values):
    owner = values["self"]
    owner.scale = values["scale"]


def expose(owner):
    owner.total = owner.loss
""",
    library.__dict__,
)
record = getattr(library, "record")  # noqa: B009
remember = getattr(library, "remember")  # noqa: B009
expose = getattr(library, "expose")  # noqa: B009
shape = record("shape", ["loss"])


class Scaled:
    def __init__(self, net, scale=2.0):
        remember(locals())
        self.words = shape.words
        self.net = net

    def train(self, xs):
        for x in xs:
            loss = self.net(x).mean() * self.scale
            loss.backward(retain_graph=True)  # expect: RTG201


class Kept:
    def __init__(self, net):
        self.net = net

    def train(self, xs):
        for x in xs:
            self.loss = self.net(x).square().mean()
            expose(self)
            self.loss.backward(retain_graph=True)
            self.total.backward()


Scaled(nn.Linear(2, 1)).train(torch.randn(3, 4, 2))
Kept(nn.Linear(2, 1)).train(torch.randn(3, 4, 2))
