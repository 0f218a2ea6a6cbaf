"""A slice of width one, a sample of one and a stack of one part have one element: a loop over them runs once."""

import heapq
import itertools
import random

import torch
from torch import nn

net = nn.Linear(2, 1)


def weigh_first(weights):
    hidden = net(torch.rand(3, 2)).exp()
    for weight in weights[:1]:
        (hidden * weight).sum().backward()
    hidden = net(torch.rand(3, 2)).exp()
    for number, weight in enumerate(weights[1:2]):
        (hidden * weight * number).sum().backward()
    hidden = net(torch.rand(3, 2)).exp()
    for weight in sorted(weights)[-1:]:
        (hidden * weight).sum().backward()


def weigh_one(weights):
    hidden = net(torch.rand(3, 2)).exp()
    for weight in random.sample(weights, 1):
        (hidden * weight).sum().backward()
    hidden = net(torch.rand(3, 2)).exp()
    for weight in random.choices(weights, k=1):
        (hidden * weight).sum().backward()
    hidden = net(torch.rand(3, 2)).exp()
    for weight in heapq.nsmallest(1, weights):
        (hidden * weight).sum().backward()
    hidden = net(torch.rand(3, 2)).exp()
    for weight in itertools.islice(weights, 1):
        (hidden * weight).sum().backward()


def weigh_stacked(weight):
    hidden = net(torch.rand(3, 2)).exp()
    for row in torch.stack([weight]):
        (hidden * row).sum().backward()
    hidden = net(torch.rand(3, 2)).exp()
    for part in hidden.split(1)[:1]:
        part.sum().backward()
    hidden = net(torch.rand(3, 2)).exp()
    for row in hidden[:1]:
        row.sum().backward()


def weigh_by_name(kind):
    hidden = net(torch.rand(3, 2)).exp()
    if kind in "ab":
        hidden.sum().backward()
    if kind == "c":
        hidden.sum().backward()


exec("""import torch
weigh_first([0.1, 0.2, 0.3])
weigh_one([0.1, 0.2, 0.3])
weigh_stacked(torch.rand(()))
weigh_by_name("a")
weigh_by_name("c")""")
