"""A graph is freed at a smaller number, which comes later in ranges that fall, or go backwards from an end that is not known."""

import torch
from torch import nn

net = nn.Linear(3, 3)
n = len(torch.rand(9))
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i in reversed(range(n)):
    if i > 3:
        kept.sum().backward(retain_graph=True)
    if i == 0:
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i in reversed(range(20)):
    if i == 5:
        kept.sum().backward(retain_graph=True)
    if i == 2:
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i in range(n - 1, -1, -1):
    if i > 3:
        kept.sum().backward(retain_graph=True)
    if i == 0:
        kept.sum().backward()
