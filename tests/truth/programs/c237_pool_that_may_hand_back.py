"""A pool gives out an older sample, or the very one that it was given: only the older one's graph is gone."""

import random

import torch
from torch import nn

random.seed(0)
torch.manual_seed(0)


class Pool:
    def __init__(self, size: int) -> None:
        self.size, self.kept = size, []

    def swap(self, pair: list) -> list:
        if len(self.kept) < self.size:
            self.kept.append(pair)
            return pair
        if random.random() > 0.5:
            return [self.kept[random.randrange(self.size)][0], pair[1]]
        return pair


maker, judge, pool = nn.Linear(2, 3), nn.Linear(3, 1), Pool(2)
optimizer = torch.optim.SGD([*maker.parameters(), *judge.parameters()], lr=0.1)
for _ in range(30):
    sample = maker(torch.randn(4, 2))
    first, second = pool.swap([sample, sample.exp()])
    optimizer.zero_grad()
    judge(first).sigmoid().mean().backward()  # expect: RTG102
    optimizer.step()
