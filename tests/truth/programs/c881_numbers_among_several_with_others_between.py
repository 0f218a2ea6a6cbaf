"""A graph is gone through once more in the iterations whose numbers are among constants, between which there are others."""

import torch
from torch import nn

net = nn.Linear(3, 3)
loader = torch.utils.data.DataLoader(torch.rand(30, 3))
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i, _ in enumerate(loader):
    if i not in (0, 1, 2):
        kept.sum().backward()
        break
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i, _ in enumerate(loader):
    if i in (20, 22):
        kept.sum().backward(retain_graph=i == 20)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i, _ in enumerate(loader):
    if i + 1 in {5, 10}:
        kept.sum().backward(retain_graph=i < 9)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i, _ in enumerate(loader):
    if i * 2 in (6, 10):
        kept.sum().backward(retain_graph=i == 3)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i, _ in enumerate(loader):
    if i % 10 in (3, 4):
        kept.sum().backward(retain_graph=True)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i, _ in enumerate(loader):
    if i in (1, 0):
        kept.sum().backward(retain_graph=i == 0)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i in range(10, 20):
    if i in (11, 15):
        kept.sum().backward(retain_graph=i == 11)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i in range(0, 100, 10):
    if i in (30, 50):
        kept.sum().backward(retain_graph=i == 30)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i in reversed(range(20)):
    if i in (11, 15):
        kept.sum().backward(retain_graph=i == 15)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
when = [3, 5]
for i in range(20):
    if i in when:
        kept.sum().backward(retain_graph=i == when[0])
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i in range(20):
    if i in range(3, 5):
        kept.sum().backward(retain_graph=i == 3)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i in range(20):
    if i not in range(3):
        kept.sum().backward()
        break
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i in range(20):
    if i in (-1, 19):
        kept.sum().backward()
