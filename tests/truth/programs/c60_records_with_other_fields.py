"""A record made of another one has its tensors, but for those that are given anew."""

import dataclasses
from collections import namedtuple
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import nn


class Losses(NamedTuple):
    main: torch.Tensor
    extra: torch.Tensor


@dataclass
class State:
    hidden: torch.Tensor

    def detach(self):
        return dataclasses.replace(self, hidden=self.hidden.detach())


class Plain:
    def __init__(self, hidden):
        self.hidden = hidden

    def detach(self):
        for name, value in vars(self).items():
            setattr(self, name, value.detach())


Carry = namedtuple("Carry", "hidden count")
net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
cell = nn.GRUCell(2, 3)
optimizer = torch.optim.SGD([*net.parameters(), *cell.parameters()], lr=0.1)
carry, other, state, plain = Carry(torch.zeros(1, 3), 0), Carry(torch.zeros(1, 3), 0), State(torch.zeros(1, 3)), None
plain = Plain(torch.zeros(1, 3))
for step in range(4):
    output = net(torch.randn(6, 2))
    losses = Losses(output.square().mean(), output.abs().mean())
    optimizer.zero_grad()
    losses.main.backward(retain_graph=True)
    losses._replace(main=0.0).extra.backward(retain_graph=True)
    losses._asdict()["extra"].backward()
    carry = carry._replace(hidden=cell(torch.randn(1, 2), carry.hidden), count=carry.count + 1)
    carry.hidden.sum().backward(retain_graph=True)  # expect: RTG201
    other = Carry(cell(torch.randn(1, 2), other.hidden), other.count + 1)
    other.hidden.sum().backward()
    state = State(cell(torch.randn(1, 2), state.hidden))
    state.hidden.sum().backward()
    plain.hidden = cell(torch.randn(1, 2), plain.hidden)
    plain.hidden.sum().backward()
    optimizer.step()
    carry = carry._replace(hidden=carry.hidden.detach())
    other = Carry(*[value.detach() if torch.is_tensor(value) else value for value in other])
    state = state.detach()
    plain.detach()
