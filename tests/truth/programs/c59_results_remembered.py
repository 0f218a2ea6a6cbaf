"""A remembered result is the very same tensor for the same arguments: its graph is the one that was sent backward before."""

import functools

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


@functools.cache
def features(step):
    return net(torch.full((6, 2), float(step)))


@functools.lru_cache(maxsize=None)
def scaled(factor, shift=0):
    return factor * net(torch.ones(6, 2)) + shift


class Losses:
    @functools.lru_cache
    def value(self, part):
        return net(torch.ones(6, 2)).square().mean()


for step in range(3):
    losses = Losses()
    optimizer.zero_grad()
    features(step).square().mean().backward(retain_graph=True)
    features(step).abs().mean().backward()
    scaled(2).square().mean().backward(retain_graph=True)
    scaled(2).abs().mean().backward()
    scaled(3, shift=step).square().mean().backward(retain_graph=True)  # expect: RTG201
    scaled(3, shift=step + 10).abs().mean().backward()
    losses.value("one").backward(retain_graph=True)
    losses.value("one").backward()
    losses.value("two").backward(retain_graph=True)  # expect: RTG201
    scaled.cache_clear()
    optimizer.step()
