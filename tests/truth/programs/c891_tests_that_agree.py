"""The same devices are there each time; a comparison is decided by the one with its sides exchanged."""

import random

import torch
from torch import nn

net = nn.Linear(3, 3)
one, two = random.random(), random.random()
kept = net(torch.rand(2, 3)).sigmoid()
if torch.cuda.is_available():
    kept.sum().backward()
if not torch.cuda.is_available():
    kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
if one > two:
    kept.sum().backward()
if two >= one:
    kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
if one < two:
    kept.sum().backward()
if not two > one:
    kept.sum().backward()
