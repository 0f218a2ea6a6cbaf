"""A library is given a function that computes with a network: what it makes is sent backward again and again."""

import itertools

import torch
from torch import nn

net = nn.Linear(3, 3)
head = nn.Linear(3, 1)


def embed(first: float, second: float) -> torch.Tensor:
    return net(torch.tensor([first, second, first + second])).tanh()


for embedded in itertools.starmap(embed, [(1.0, 2.0), (3.0, 4.0)]):
    for _ in range(2):
        head(embedded).pow(2).mean().backward(retain_graph=True)
