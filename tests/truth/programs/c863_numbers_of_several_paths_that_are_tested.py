"""Options set a number, another one on each of many paths, and are tested once more beside it: what follows each test is never run
by the same option."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--level", type=int, default=1)
parser.add_argument("--kind", default="mean")
options = parser.parse_args([])
net = nn.Linear(3, 1)
weight = 0.0
if options.level == 1:
    weight = 1.0
elif options.level == 2:
    weight = 2.0
elif options.level == 3:
    weight = 3.0
scale = 0.0
if options.kind == "mean":
    scale = 1.0
elif options.kind == "sum":
    scale = 2.0
elif options.kind == "nll":
    scale = 3.0
changed = 0
if options.level == 4:
    changed = 1
elif options.level == 5:
    changed = 2
elif options.level == 6:
    changed = 3

loss = net(torch.rand(2, 3)).sigmoid().mean()
if weight:
    loss.backward()
if options.level > 3 or options.level < 1:
    loss.backward()

loss = net(torch.rand(2, 3)).sigmoid().mean()
if scale > 0:
    (scale * loss).backward()
if options.kind == "bce":
    loss.backward()

out = net(torch.rand(2, 3)).sigmoid()
loss = out.mean()
if changed:
    with torch.no_grad():
        out.add_(1)
if options.level <= 3:
    loss.backward()
