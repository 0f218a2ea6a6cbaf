"""A pool keeps pairs, gives out the first part of one of them, and puts the new one in its place."""

import copy
import random

import torch
from torch import nn

torch.manual_seed(0)


class Pool:
    def __init__(self, size: int) -> None:
        self.size, self.kept = size, []

    def swap(self, pair: list) -> list:
        if len(self.kept) < self.size:
            self.kept.append(pair)
            return pair
        row = self.kept[random.randrange(self.size)]
        old = copy.copy(row)
        row[0] = pair[0]
        return [old[0], pair[1]]


maker, judge, pool = nn.Sequential(nn.Linear(2, 5), nn.Tanh(), nn.Linear(5, 3)), nn.Linear(3, 1), Pool(2)
optimizer = torch.optim.SGD([*maker.parameters(), *judge.parameters()], lr=0.1)
for _ in range(12):
    optimizer.zero_grad()
    sample = maker(torch.randn(4, 2))
    old, new = pool.swap([sample, 1])
    judge(old).square().mean().backward(retain_graph=True)  # expect: RTG103
    optimizer.step()
