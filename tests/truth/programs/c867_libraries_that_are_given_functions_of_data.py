"""A library is given a function of the program that sees nothing but data: what it makes with it has no history."""

import itertools

import torch
from torch import nn

SCALE = 0.1


def make_row(first: int, second: int) -> torch.Tensor:
    return SCALE * torch.tensor([first, second, first + second], dtype=torch.float32)


net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    for batch in itertools.starmap(make_row, [(1, 2), (3, 4)]):
        optimizer.zero_grad()
        loss = net(batch).pow(2).mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
