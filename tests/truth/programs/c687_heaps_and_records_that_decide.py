"""Heaps keep their number of items and lose their order; fields, entries and attributes of records decide what is run."""

import bisect
import dataclasses
import heapq
from collections import namedtuple
from dataclasses import dataclass, field

import torch
from torch import nn


@dataclass
class Options:
    mode: str = "train"
    steps: int = field(default=2, kw_only=True)
    parts: list = field(default_factory=list)


@dataclass
class More(Options):
    scale: float = 2.0

    def weigh(self, kept):
        return kept * self.scale


class Plain:
    def __init__(self, kept):
        self.kept = kept


net, given = nn.Sequential(nn.Linear(2, 2), nn.Tanh()), eval("{'mode': 'test'}")
x = torch.randn(4, 2)

kept, rows = net(x), [(0, x), (1, x)]
heapq.heappushpop(rows, (5, kept))
kept.sum().backward(retain_graph=True)
rows[-1][1].mean().backward()
kept, rows = net(x), [(0, x), (1, x)]
heapq.heapreplace(rows, (5, kept))
kept.sum().backward(retain_graph=True)
rows[-1][1].mean().backward()
kept, rows = net(x), [(0, x)]
heapq.heappush(rows, (5, kept))
kept.sum().backward(retain_graph=True)
rows[-1][1].mean().backward()
kept, rows = net(x), [(0, x)]
bisect.insort(rows, (5, kept), key=lambda row: row[0])
kept.sum().backward(retain_graph=True)
rows[-1][1].mean().backward()

first, second = net(x), net(x)
rows = [(2, first), (1, second)]
heapq.heapify(rows)
rows[0][1].sum().backward(retain_graph=True)
second.mean().backward()
first, second = net(x), net(x)
rows = [(1, first), (2, second)]
heapq.heappop(rows)
rows[0][1].sum().backward(retain_graph=True)
second.mean().backward()

rows = [(1, net(x)), (2, net(x))]
kept = net(x)
heapq.heapify(rows)
kept.sum().backward(retain_graph=True)  # expect: RTG201
if len(rows) != 2:
    kept.mean().backward()
kept = net(x)
heapq.heappushpop(rows, (3, net(x)))
kept.sum().backward(retain_graph=True)  # expect: RTG201
if len(rows) != 2:
    kept.mean().backward()
kept = net(x)
heapq.heappush(rows, (4, net(x)))
kept.sum().backward(retain_graph=True)  # expect: RTG201
if len(rows) != 3:
    kept.mean().backward()
kept = net(x)
heapq.heappop(rows)
kept.sum().backward(retain_graph=True)  # expect: RTG201
if len(rows) != 2:
    kept.mean().backward()

kept = net(x)
kept.sum().backward(retain_graph=True)  # expect: RTG201
if dataclasses.asdict(Options())["mode"] == "test" or dataclasses.asdict(Options())["steps"] == 3:
    kept.mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)
if Options(**given).mode == "test":
    kept.mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)  # expect: RTG201
if Options("test").mode != "test" or len(Options("test", [1]).parts) != 1 or Options(steps=4).steps == 2:
    kept.mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)
if dataclasses.replace(Options(), **given).mode == "test":
    kept.mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)  # expect: RTG201
if dataclasses.replace(Options(), mode="test").mode == "train" or More("a", [], 3.0).scale == 2.0:
    kept.mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)
More().weigh(kept).mean().backward()

Kinds = namedtuple("Kinds", "one, two")
made = Kinds(x, net(x))
made.two.sum().backward(retain_graph=True)
made[1].mean().backward()

plain = Plain(net(x))
plain.kept.sum().backward(retain_graph=True)
if "kept" in vars(plain):
    plain.kept.mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)  # expect: RTG201
if "other" in vars(plain) or "other" in plain.__dict__:
    kept.mean().backward()
net.mean = torch.zeros(2)
kept = net(x)
kept.sum().backward(retain_graph=True)
if "mean" in net.__dict__:
    kept.mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)
if "training" in net.__dict__:
    kept.mean().backward()
