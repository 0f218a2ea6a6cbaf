"""What a consumer stores between two yields may come back from the generator, if that can get at the container."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
batches = [torch.randn(2, 3) for _ in range(3)]


def compute_losses():
    for batch in batches:
        yield net(batch).mean()


def compute_again(pool):
    for batch in batches:
        yield net(batch).mean()
        if pool:
            yield pool.pop()


def train_by_closure():
    def compute():
        for batch in batches:
            yield net(batch).mean()
            if kept:
                yield kept.pop()

    kept = None
    for loss in compute():
        if kept is None:
            kept = []
            kept += [loss * loss]
        loss.backward(retain_graph=True)


seen = []
for loss in compute_losses():
    seen.append(loss)
    loss.backward(retain_graph=True)  # expect: RTG201

given = []
for loss in compute_again(given):
    if len(given) < 1:
        given.append(loss * loss)
    loss.backward(retain_graph=True)

train_by_closure()
