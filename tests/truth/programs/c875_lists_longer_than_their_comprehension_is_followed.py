"""A loss goes backward once more at a late item of lists whose comprehensions, or loops, are not followed to their ends: by its
number, its name, its value or the length."""

import torch
from torch import nn

net = nn.Linear(3, 3)
layers = [nn.Linear(3, 3) for _ in range(10)]
grown = []
for _ in range(10):
    grown.append(nn.Linear(3, 3))
doubles = [number * 2 for number in range(10)]

kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for number, _ in enumerate(layers):
    if number == 5:
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for number, _ in enumerate(grown):
    if number == 5:
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for number, _ in enumerate(nn.Sequential(*layers), 1):
    if number in (4, 5):
        kept.sum().backward(retain_graph=number == 4)
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for number, _ in enumerate(nn.ModuleList(grown)):
    if number == 5:
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for double in doubles:
    if double == 8:
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for number in range(len(grown)):
    if number == 8:
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
for name, _ in nn.ModuleList([nn.Linear(3, 3) for _ in range(10)]).named_children():
    if name == "7":
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)
if len(nn.ModuleList(layers)) > 5:
    kept.sum().backward()
