"""Masks that are combined, and lists that grow past the length that they were made with."""

import functools

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
x, scores = torch.randn(4, 2), torch.tensor([0.5, 0.2, 2.0, 3.0])


@functools.lru_cache(maxsize=0)
def anew(number):
    return net(x) * number


def fill(batch, given, wanted):
    batch[(wanted > 0) & (wanted < 1)] = net(given)[0]
    batch.sum().backward(retain_graph=True)
    batch.mean().backward()


def mix(batch, given, wanted):
    near = (wanted > 0) & ~(wanted > 1)
    kept = net(given)
    kept.sum().backward(retain_graph=True)
    (kept * near[:, None] + batch * (near & near)[:, None]).mean().backward()


kept = net(x)
kept.sum().backward(retain_graph=True)
kept[(scores > 0) & (scores < 1)].mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)
torch.where(((scores > 0) | (scores < 1))[:, None], kept, x).mean().backward()
globals()["fi" + "ll"](torch.zeros(4, 2), x, scores)
globals()["mi" + "x"](torch.zeros(4, 2), x, scores)

kept = net(x)
kept.sum().backward(retain_graph=True)
rows = list(torch.zeros(2, 4))
rows.append(torch.ones(4))
for number, row in enumerate(rows):
    if number == 2:
        kept.mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)
rows = list(torch.zeros(2, 4))
rows.extend([torch.ones(4)])
for number, row in enumerate(rows):
    if number == 2:
        kept.mean().backward()

anew(2).sum().backward(retain_graph=True)  # expect: RTG201
anew(2).mean().backward()
