"""A pool gives out one of the samples that it keeps, at random: all of them are of a generator that has been stepped since."""

import random

import torch
from torch import nn

torch.manual_seed(0)


class Pool:
    def __init__(self, size: int) -> None:
        self.size, self.kept = size, []

    def swap(self, sample: torch.Tensor) -> torch.Tensor:
        if len(self.kept) < self.size:
            self.kept.append(sample)
            return sample
        place = random.randrange(self.size)
        old, self.kept[place] = self.kept[place], sample
        return old


maker, judge, pool = nn.Sequential(nn.Linear(2, 5), nn.Tanh(), nn.Linear(5, 3)), nn.Linear(3, 1), Pool(2)
optimizer = torch.optim.SGD([*maker.parameters(), *judge.parameters()], lr=0.1)
for _ in range(12):
    optimizer.zero_grad()
    old = pool.swap(maker(torch.randn(4, 2)))
    judge(old).square().mean().backward(retain_graph=True)  # expect: RTG103
    optimizer.step()
