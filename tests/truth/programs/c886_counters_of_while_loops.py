"""A loop counts further than it is followed: what comes at a later number may need the graph."""

import torch
from torch import nn

net = nn.Linear(3, 3)


def train():
    count = 0
    while count < 9:
        loss = net(torch.rand(2, 3)).sigmoid().sum()
        loss.backward(retain_graph=count == 5)
        if count == 5:
            (loss * loss).backward()
        count += 1


train()
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
count = 0
while count < 9:
    if count == 3:
        kept.sum().backward(retain_graph=True)
    if count == 5:
        kept.sum().backward()
    count += 1
