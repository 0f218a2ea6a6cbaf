"""Hooks of modules that are copied, wrapped, out of sight, or that raise."""

import copy

import torch
from torch import nn

box = []


def keep(module, given, result):
    box.append(result)


def double(module, given, result):
    return result * 2


def refuse(module, given):
    raise ValueError("not this one")


net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
x = torch.randn(4, 2)

hooked = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
hooked.register_forward_hook(keep)
copied = copy.deepcopy(hooked)
kept = copied(x)
kept.sum().backward(retain_graph=True)
box[-1].mean().backward()

closed = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
closed.register_forward_pre_hook(refuse)
closed.register_forward_pre_hook(lambda module, given: None)
closed.register_forward_hook(keep)
kept = net(x)
kept.sum().backward(retain_graph=True)
try:
    closed(x).sum().backward()
except ValueError:
    kept.mean().backward()

doubled = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
doubled.register_forward_hook(eval("lambda module, given, result: result * 2"))
doubled.register_forward_hook(double)
kept = doubled(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()
kept = doubled(x)
kept.sum().backward(retain_graph=True)  # expect: RTG201

listed = nn.ModuleList([nn.Sequential(nn.Linear(2, 2), nn.Tanh()), nn.Linear(2, 2)])
for part in listed.modules():
    part.register_forward_hook(keep)
kept = listed[0](x)
kept.sum().backward(retain_graph=True)
box[-1].mean().backward()

for part in hooked.named_modules():
    part[1].register_forward_hook(keep)
kept = hooked(x)
kept.sum().backward(retain_graph=True)
box[-1].mean().backward()
