"""A class of dictionaries takes keywords as its entries: what stands in one is sent backward twice."""

import torch
from torch import nn


class Losses(dict):
    def __getattr__(self, name):
        return self[name]


net = nn.Linear(3, 1)
for _ in range(2):
    score = net(torch.rand(2, 3)).exp()
    losses = Losses(first=score.mean(), second=score.sum())
    losses.first.backward()
    losses["second"].backward()  # expect: RTG101
