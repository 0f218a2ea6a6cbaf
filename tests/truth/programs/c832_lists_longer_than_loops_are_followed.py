"""A list of losses is as long as the loop that has filled it went on, which may be longer than it is followed."""

import torch
from torch import nn


def train(net, batches):
    losses, shared = [], net(batches[0])
    for x in batches:
        losses.append((shared * x).mean())
    losses[0].backward(retain_graph=True)
    if len(losses) > 5:
        losses[1].backward()


def train_each(net, batches):
    losses, shared = [], net(batches[0])
    for x in batches:
        losses.append((shared * x).mean())
    if len(losses) != len(batches):
        raise ValueError("a loss is missing")
    sum(losses).backward(retain_graph=True)  # expect: RTG201


net = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
exec("""
for function in (train, train_each):
    function(net, [torch.randn(4, 3) for _ in range(9)])
""")
