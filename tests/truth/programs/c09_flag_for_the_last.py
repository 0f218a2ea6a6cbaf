"""A flag spares the last of several losses the retaining; how many there are is said in as many ways."""

import torch
from torch import nn

ROWS = int(torch.tensor(3))
model = nn.Sequential(nn.Linear(2, 3), nn.Tanh())


def total(x):
    return model(x).sum(0)


def count(losses):
    return torch.tensor(losses.shape[0])


for _ in range(2):
    losses = total(torch.rand(4, 2))
    for i, loss in enumerate(losses):
        loss.backward(retain_graph=i < losses.shape[0] - 1)

    losses = total(torch.rand(4, 2))
    for i, loss in enumerate(losses):
        loss.backward(retain_graph=True if (i < losses.size(0) - 1) else False)

    losses = total(torch.rand(4, 2))
    for i in range(losses.size()[0]):
        losses[i].backward(retain_graph=i + 1 < len(losses))

    losses = total(torch.rand(4, 2))
    n = losses.shape[0]
    for i, loss in enumerate(losses):
        loss.backward(retain_graph=i != n - 1)

    losses = total(torch.rand(4, 2))
    n = losses.shape[0]
    for i in range(1, n + 1):
        loss = losses[i - 1]
        loss.backward(retain_graph=not i == n)

    losses = total(torch.rand(4, 2))
    for i, loss in enumerate(losses):
        last = i == ROWS - 1
        loss.backward(retain_graph=not last)

    losses = total(torch.rand(4, 2))
    for i, loss in enumerate(losses):
        if i != ROWS - 1:
            loss.backward(retain_graph=True)
        else:
            loss.backward()

    losses = total(torch.rand(4, 2))
    n = count(losses)
    for i, loss in enumerate(losses):
        loss.backward(retain_graph=True if (i < n - 1) else False)
