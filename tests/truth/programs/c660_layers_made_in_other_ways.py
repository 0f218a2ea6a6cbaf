"""Ways to make layers and to put them together: each does what its layers do."""

from collections import OrderedDict

import torch
from torch import nn


class Twice(nn.Sequential):
    pass


class Wrapped(nn.DataParallel):
    pass


x = torch.randn(4, 2)
plain = nn.Linear(2, 2, False)
h = plain(x).tanh()
h.sum().backward(retain_graph=True)  # expect: RTG201
if plain.bias is not None:
    h.mean().backward()

named = nn.ModuleDict([("one", nn.Linear(2, 2)), ("two", nn.Sequential(nn.Linear(2, 2), nn.Tanh()))])
kept = named["two"](x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()
kept = named["one"](x)
kept.sum().backward(retain_graph=True)  # expect: RTG201
kept.detach().mean()
for name, part in named.items():
    if name == "three":
        kept.mean().backward()

wrapped = Wrapped(nn.Sequential(nn.Linear(2, 2), nn.Tanh()))
kept = wrapped(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()
kept = wrapped(x)
kept.sum().backward(retain_graph=True)  # expect: RTG201

circle = nn.Sequential(nn.Linear(2, 2))
circle.add_module("circle", circle)
try:
    circle(x)
except RecursionError:
    pass
kept = plain(x).tanh()
kept.sum().backward(retain_graph=True)
kept.mean().backward()


def freeze(part):
    for parameter in part.parameters(recurse=False):
        parameter.requires_grad_(False)


body = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
body.apply(freeze)
inputs = torch.randn(4, 2, requires_grad=True)
body(inputs).sum().backward(retain_graph=True)  # expect: RTG201

twice = Twice(OrderedDict([("first", nn.Linear(2, 2)), ("second", nn.Tanh())]))
kept = twice(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()

listed = nn.ModuleList([nn.Linear(2, 2)])
listed.extend([nn.Tanh()])
listed.append(nn.Linear(2, 2))
kept = x
for part in listed:
    kept = part(kept)
kept.sum().backward(retain_graph=True)
kept.mean().backward()
