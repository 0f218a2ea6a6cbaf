"""Opaque code gives numbers: what sizes, ranges and bounds are made of has no graph."""

import torch
from torch import nn

exec("""
def count():
    return 3
""")


def of_layer(size):
    net = nn.Linear(2, size)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(3):
        loss = net(torch.randn(4, 2)).square().sum() / size
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def of_range(size):
    net = nn.Linear(2, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(size):
        loss = net(torch.randn(4, 2)).square().sum() / size
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def of_tensor(size):
    net = nn.Linear(2, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    target = torch.zeros(size, 2)
    for _ in range(3):
        loss = (net(torch.randn(3, 2)) - target).square().sum() / size
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def of_slice(size):
    net = nn.Linear(2, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    data = torch.randn(9, 2)[:size]
    for _ in range(3):
        loss = net(data).square().sum() / size
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


of_layer(count())  # noqa: F821
of_range(count())  # noqa: F821
of_tensor(count())  # noqa: F821
of_slice(count())  # noqa: F821
of_layer(max([count(), count()]))  # noqa: F821
