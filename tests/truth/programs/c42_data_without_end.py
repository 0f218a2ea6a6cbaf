"""Generators that never end are left where they yield, and the training goes on."""

import torch
from torch import nn

DATA = torch.randn(10, 2)


def sample():
    while True:
        yield DATA[torch.randperm(10)[:4]]


def repeat(batches):
    while True:
        for batch in batches:
            yield batch, batch.sum(1, keepdim=True)


net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
samples = sample()
for step, (x, y) in enumerate(repeat(DATA.split(4))):
    if step == 3:
        break
    loss = (net(x) - y).square().mean() + net(next(samples)).mean() - net(samples.__next__()).mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    loss = net(next(samples)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
