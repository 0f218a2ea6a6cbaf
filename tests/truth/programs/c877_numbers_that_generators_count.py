"""A graph is freed in one iteration of loops over what generators number."""

from collections.abc import Iterator

import torch
from torch import nn

net = nn.Linear(3, 3)


def number_noise() -> Iterator[tuple[int, torch.Tensor]]:
    for number in range(10):
        yield number, torch.rand(3)


def number_batches(loader: torch.utils.data.DataLoader) -> Iterator[tuple[int, torch.Tensor]]:
    for number, batch in enumerate(loader):
        yield number, batch


kept = net(torch.rand(2, 3)).sigmoid()
for number, _ in number_noise():
    if number == 7:
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
for number, _ in number_batches(torch.utils.data.DataLoader(torch.rand(30, 3))):
    if number == 7:
        kept.sum().backward()
