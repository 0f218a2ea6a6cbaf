"""A loop of unknown length collects what it computed, and one of it is sent backward: had the loop found nothing, that would
be an IndexError."""

import torch
from torch import nn


def train(net, blocks, batches):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for batch in batches:
        losses = []
        for block in blocks:
            if block > 1:
                losses.append((net(batch) * block).square().mean())
        optimizer.zero_grad()
        losses[0].backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def train_all(net, blocks, batches):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for batch in batches:
        hidden, losses = net(batch), []
        for block in blocks:
            losses.append((hidden * block).square().mean())
        optimizer.zero_grad()
        losses[0].backward(retain_graph=True)
        losses[-1].backward()
        optimizer.step()


exec("""
train(nn.Linear(2, 2), [1, 2, 3], torch.randn(3, 4, 2))
train_all(nn.Linear(2, 2), [1, 2, 3], torch.randn(3, 4, 2))
""")
