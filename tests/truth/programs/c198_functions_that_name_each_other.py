"""Two functions that call each other, given to code that cannot be seen."""

import operator

import torch
from torch import nn


def is_even(number: int) -> bool:
    return number == 0 or is_odd(number - 1)


def is_odd(number: int) -> bool:
    return number > 0 and is_even(number - 1)


def use(function: object) -> None:
    assert callable(function)


net = nn.Linear(2, 1)
loss = net(torch.ones(3, 2)).square().mean()
operator.itemgetter(0)([use])(is_even)
loss.backward()
loss.backward()  # expect: RTG101
