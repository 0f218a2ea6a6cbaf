"""Items of lists of constants under a running index: which iterations meet one is known from its places."""

import torch
from torch import nn

net = nn.Linear(3, 3)
names = ["a", "b", "c", "d", "e", "f", "g", "h"]
flags = [False, False, False, False, False, True, False, False]
sizes = (8, 8, 8, 16, 16, 32, 64, 64)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i in range(8):
    if names[i] == "f":
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i in range(8):
    if flags[i]:
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i in range(8):
    if sizes[i] == 16:
        kept.sum().backward(retain_graph=i == 3)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for i in range(len(names)):
    if names[i] != "a" and flags[i]:
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)  # expect: RTG201
for i in range(8):
    if names[i] == "z":
        kept.sum().backward()
for i in range(8):
    kept = net(torch.rand(2, 3)).sigmoid()
    kept.mean().backward(retain_graph=True)
    if sizes[i] == 8 or names[i] == "d":
        kept.sum().backward()
