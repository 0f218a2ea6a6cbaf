"""Loops over rows, ranges and chains that are not known whole."""

import sys
from itertools import chain

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
x = torch.randn(4, 2)
many = int(eval("2"))

losses = [net(x).sum(), net(x).sum()]
for loss in reversed(losses):
    loss.backward(retain_graph=True)
losses[0].backward()
losses[1].backward()

first, second = net(x), net(x)
for kept in reversed([first, second]):
    pass
kept.sum().backward(retain_graph=True)
first.mean().backward()

kept = net(x)
for number in range(many, many + 2):
    kept.sum().backward(retain_graph=True)
kept.mean().backward()

for number, batch in enumerate(torch.randn(3, 4, 2), many):
    kept = net(batch)
    kept.sum().backward(retain_graph=True)
    if number < 9:
        kept.mean().backward()

for number, part in enumerate([net(x), net(x)], many):
    part.sum().backward(retain_graph=True)
    if number < 9:
        part.mean().backward()

found = {}
for batch in torch.randn(many, 4, 2):
    found[len(found)] = net(batch)
for part in found.values():
    part.sum().backward(retain_graph=True)
for part in found.values():
    part.mean().backward()

kept = net(x)
kept.sum().backward(retain_graph=True)
if len("ab") == 2:
    kept.mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)  # expect: RTG201
if len(b"ab") == 3:
    kept.mean().backward()

rows = [net(batch) for batch in torch.randn(many + 1, 4, 2)]
for row in rows:
    row.sum().backward(retain_graph=True)
for number, row in zip(range(3), chain(rows)):
    row.mean().backward()

for row in (net(batch) for batch in torch.randn(many, 4, 2)):
    row.sum().backward(retain_graph=True)  # expect: RTG201
