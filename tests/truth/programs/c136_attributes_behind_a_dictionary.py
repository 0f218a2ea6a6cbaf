"""What a module keeps is reset through its dictionary of attributes, or by delattr: each iteration begins anew."""

import functools

import torch
from torch import nn


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(3, 3)

    def forward(self, x):
        self.h = self.cell(x, getattr(self, "h", None))
        return self.h


class Stored(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(3, 3)

    def forward(self, x):
        self.__dict__["h"] = self.cell(x, self.__dict__.get("h"))
        return self.__dict__["h"]

    def reset(self):
        if "h" in self.__dict__:
            del self.__dict__["h"]


class Cached(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(3, 3))

    @functools.cached_property
    def kernel(self):
        return torch.matrix_exp(self.weight)

    def forward(self, x):
        return x @ self.kernel


popped, taken, deleted, named, updated, cleared = (Recurrent() for _ in range(6))
for x in torch.randn(3, 2, 3):
    popped(x).square().mean().backward(retain_graph=True)  # expect: RTG201
    popped.__dict__.pop("h")
for x in torch.randn(3, 2, 3):
    taken(x).square().mean().backward(retain_graph=True)
    vars(taken).pop("h", None).sum().backward()
for x in torch.randn(3, 2, 3):
    deleted(x).square().mean().backward(retain_graph=True)  # expect: RTG201
    delattr(deleted, "h")
for x in torch.randn(3, 2, 3):
    named(x).square().mean().backward()
    for name in [name for name in vars(named) if name == "h"]:
        delattr(named, name)
for x in torch.randn(3, 2, 3):
    updated(x).square().mean().backward(retain_graph=True)  # expect: RTG201
    updated.__dict__.update(h=None)
for x in torch.randn(3, 2, 3):
    cleared(x).square().mean().backward()
    cleared.__dict__.update({"h": None})

stored = Stored()
for x in torch.randn(3, 2, 3):
    stored(x).square().mean().backward(retain_graph=True)  # expect: RTG201
    stored.reset()

cached = Cached()
for x in torch.randn(3, 2, 3):
    cached.__dict__.pop("kernel", None)
    cached(x).square().mean().backward(retain_graph=True)  # expect: RTG201
