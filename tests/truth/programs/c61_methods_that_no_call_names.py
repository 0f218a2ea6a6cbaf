"""Setters, operators and bound functions of the project's objects run, and what they send back needs its graph."""

import types

import torch
from torch import nn


class Sink:
    def __init__(self):
        self._loss = None

    @property
    def loss(self):
        return self._loss

    @loss.setter
    def loss(self, loss):
        self._loss = loss.detach()
        loss.backward()

    def __rshift__(self, loss):
        loss.backward()
        return self

    def __iadd__(self, loss):
        loss.backward()
        return self


class Strict:
    def __setattr__(self, name, loss):
        loss.backward()


class Kept:
    @property
    def state(self):
        return self.value

    @state.setter
    def state(self, state):
        self.value = state.detach()


def send_back(sink, loss):
    loss.backward()


net, cell = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1)), nn.GRUCell(2, 3)
optimizer = torch.optim.SGD([*net.parameters(), *cell.parameters()], lr=0.1)
sink, strict, kept = Sink(), Strict(), Kept()
kept.state = torch.zeros(1, 3)
method = types.MethodType(send_back, sink)


def compute():
    output = net(torch.randn(6, 2))
    return output.square().mean(), output.abs().mean()


for step in range(3):
    optimizer.zero_grad()
    first, second = compute()
    first.backward(retain_graph=True)
    sink.loss = second
    first, second = compute()
    first.backward(retain_graph=True)
    sink >> second
    first, second = compute()
    first.backward(retain_graph=True)
    sink += second
    first, second = compute()
    first.backward(retain_graph=True)
    strict.loss = second
    first, second = compute()
    first.backward(retain_graph=True)
    method(second)
    first, second = compute()
    first.backward(retain_graph=True)  # expect: RTG201
    state = cell(torch.randn(1, 2), kept.state)
    state.sum().backward()
    kept.state = state
    optimizer.step()
