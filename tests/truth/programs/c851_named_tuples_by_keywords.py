"""Named tuples whose names and fields are given by keywords, with defaults for the last of them: what a step keeps in a field is
what the next one finds there."""

from collections import namedtuple
from typing import NamedTuple

import torch
from torch import nn

Batch = namedtuple(typename="Batch", field_names=["x", "y"])
Carried = namedtuple("Carried", field_names="hidden count", defaults=[0])
Scaled = namedtuple("Scaled", ("x", "scale"), defaults=(None,))
Pair = NamedTuple("Pair", [("loss", object), ("penalty", object)])

net = nn.Linear(3, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def train_batches() -> None:
    batch = Batch(x=torch.rand(2, 3), y=torch.rand(2, 3))
    for _ in range(3):
        loss = nn.functional.mse_loss(net(batch.x), batch.y)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def train_carried() -> None:
    carried = Carried(torch.zeros(2, 3))
    for _ in range(3):
        hidden = torch.tanh(net(carried.hidden))
        hidden.sum().backward(retain_graph=True)
        carried = Carried(hidden=hidden, count=carried.count + 1)


def train_pairs() -> None:
    out = net(torch.rand(2, 3)).exp()
    scaled = Scaled(out)
    pair = Pair(loss=out.sum(), penalty=(scaled.x if scaled.scale is None else scaled.scale).mean())
    pair.loss.backward(retain_graph=True)
    pair.penalty.backward()


train_batches()
train_carried()
train_pairs()
