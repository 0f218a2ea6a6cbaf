"""A graph is freed at the one element that equals a constant, in sequences whose elements are not known."""

import torch
from torch import nn

net = nn.Linear(3, 3)


class Countdown:
    def __init__(self) -> None:
        self.left = 10

    def __iter__(self) -> "Countdown":
        return self

    def __next__(self) -> int:
        if not self.left:
            raise StopIteration
        self.left -= 1
        return self.left


kept = net(torch.rand(2, 3)).sigmoid()
for number in Countdown():
    if number == 7:
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
for number in torch.arange(20):
    if number == 7:
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
for word in eval("['first', 'second']"):
    if word == "second":
        kept.sum().backward()
