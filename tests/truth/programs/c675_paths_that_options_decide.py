"""Options, files and numbers that decide which path runs."""

import random
import sys

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
x = torch.randn(4, 2)
coin = random.random() < 2
kind = sys.argv[1] if len(sys.argv) > 1 else "square"


def pick(kind, kept):
    if kind == "square":
        return kept.square().sum()
    elif kind == "sum":
        return kept.sum()
    raise ValueError(kind)


def first_of(kept, losses=()):
    for loss in losses:
        return loss
    return kept.sum()


def until(kept, limit):
    count = 0
    while count < limit:
        count += 1
        if count == 2:
            return kept.sum()
    return kept.mean()


def nested(kept):
    for outer in range(2):
        for inner in range(2):
            if inner == 1 and outer == 1:
                return kept.sum()
    return None


kept = net(x)
pick(kind, kept).backward(retain_graph=True)
pick("sum", kept).backward()

kept = net(x)
first_of(kept).backward(retain_graph=True)
first_of(kept, [kept.mean()]).backward()

kept = net(x)
until(kept, 5).backward(retain_graph=True)
until(kept, 1).backward()

kept = net(x)
nested(kept).backward(retain_graph=True)
kept.mean().backward()

if coin:
    kept = net(x)
    scale = 2.0
else:
    kept, scale = net(x), None
kept.sum().backward(retain_graph=True)
(kept * scale).mean().backward()

loss = None
for number in range(3):
    if loss is not None:
        loss.backward(retain_graph=True)
        loss.backward()
    loss = net(x).sum()

kept = net(x)
kept.sum().backward(retain_graph=True)
try:
    raise RuntimeError
except RuntimeError:
    kept.mean().backward()
else:
    kept = None

kept = net(x)
kept.sum().backward(retain_graph=True)
try:
    pass
except ValueError:
    raise
else:
    kept.mean().backward()
finally:
    kept = None

for kept in [net(x)]:
    kept.sum().backward(retain_graph=True)
    if not coin:
        continue
    kept.mean().backward()
    break
else:
    raise ValueError("no batch")

kept = net(x)
kept.sum().backward(retain_graph=True)
match kind:
    case "square" | "sum":
        kept.mean().backward()
    case _:
        pass

assert coin, "unlikely"
kept = net(x)
kept.sum().backward(retain_graph=True)
(kept.mean() if coin else kept.sum()).backward()
