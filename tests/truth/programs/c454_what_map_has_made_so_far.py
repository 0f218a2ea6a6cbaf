"""What map has made of the first items is not lost while its function makes much for the next."""

import sys

import torch
from torch import nn

encoder, head = nn.Linear(2, 2), nn.Linear(2, 2)


def row():
    return [[], [], [], [], [], [], [], [], [], []]


def fill():
    return [row(), row(), row(), row(), row(), row(), row(), row(), row(), row(), row(), row(), row(), row(), row()]


def encode(x):
    found = [encoder(x).tanh()]
    rows = fill()
    if len(sys.argv) > 3:
        rows.append(found)
    return found


optimizer = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1)
for _ in range(3):
    left, right = map(encode, (torch.randn(4, 2), torch.randn(4, 2)))
    optimizer.zero_grad()
    (head(left[0]) + right[0]).square().mean().backward()
    left[0].square().mean().backward()  # expect: RTG101
    optimizer.step()
