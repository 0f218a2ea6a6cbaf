"""A table that a loop has filled: under a key that is not known there is one of its entries, or the default."""

import torch
from torch import nn


def learn(names, others):
    table = {name: torch.tensor([float(len(name))]) for name in names}
    net = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for name in others:
        row = table.get(name, [])
        if len(row) == 0:
            continue
        loss = (net(torch.ones(1, 2)) - row).square().sum()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def gather(names, others):
    net = nn.Linear(2, 1)
    kept = {name: net(torch.ones(1, 2)).exp().sum() for name in names}
    for _ in range(2):
        for name in others:
            loss = kept.get(name)
            if loss is not None:
                loss.backward(retain_graph=True)


eval("learn")(["a", "bc"], ["a", "bc", "d"])
eval("gather")(["a", "bc"], ["a", "bc", "d"])
