"""A graph is gone through once more in one iteration of loops whose index goes by more than one at a time, or falls."""

import torch
from torch import nn

net = nn.Linear(3, 3)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i in range(0, 100, 10):
    if i == 50:
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i in range(0, 100, 10):
    if i == 30:
        kept.sum().backward(retain_graph=True)
    if i == 50:
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i in range(100, 0, -10):
    if i == 50:
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i in reversed(range(20)):
    if i == 5:
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i in range(20, 0, -1):
    if i == 5:
        kept.sum().backward(retain_graph=True)
    elif i == 2:
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i in range(0, 100, 10):
    if i > 50:
        kept.sum().backward()
        break
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
i = 0
while True:
    i += 5
    if i == 50:
        kept.sum().backward()
        break
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i in range(0, 100, 10):
    if i in (30, 50):
        kept.sum().backward(retain_graph=i == 30)
