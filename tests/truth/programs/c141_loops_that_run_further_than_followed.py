"""A loop that takes things out of what it tests ends at last, however that is done: what is behind it is no dead code."""

import heapq
import random

import torch
from torch import nn

random.seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
x = torch.randn(5, 3)


def loss():
    return net(x).square().mean()


class Grid:
    def __init__(self):
        self.levels = [1, 2, 3, 4, 5, 6, 7]

    def done(self):
        return not self.levels


many = list(range(10))
while many:
    many.pop()
loss().backward(retain_graph=True)  # expect: RTG201

grid = Grid()
while not grid.done():
    grid.levels.pop()
loss().backward(retain_graph=True)  # expect: RTG201

heap = [3, 1, 2]
while heap:
    heapq.heappop(heap)
loss().backward(retain_graph=True)  # expect: RTG201

tail = [3, 1, 2]
while tail:
    tail[:] = tail[1:]
loss().backward(retain_graph=True)  # expect: RTG201

batches = {key: torch.randn(5, 3) for key in "abc"}
while batches:
    key = random.choice(list(batches))
    net(batches.pop(key)).square().mean().backward(retain_graph=True)  # expect: RTG201
loss().backward(retain_graph=True)  # expect: RTG201

todo = ["a", "b", "c", "d", "e"]
while todo:
    todo.remove(min(todo))
kept = loss()
kept.backward(retain_graph=True)
if not todo:
    kept.backward()

shared = net(x)
chain = [(shared * power).exp().mean() for power in (1, 2, 3, 4, 5, 6, 7)]
while len(chain) > 1:
    chain.pop().backward(retain_graph=True)
chain[0].backward()
