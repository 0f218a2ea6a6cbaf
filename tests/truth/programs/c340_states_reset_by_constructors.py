"""States that are reset by helpers which make objects, or run a constructor again."""

import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.state = torch.zeros(3)

    def reset(self):
        self.state = torch.zeros(3)

    def forward(self, x):
        self.state = torch.tanh(self.layer(x) + self.state)
        return self.state


class Resetter:
    def __init__(self, cell):
        self.cell = cell
        cell.state = torch.zeros(3)


class Later:
    def __init__(self, cell):
        self.cell = cell

    def __call__(self):
        self.cell.state = torch.zeros(3)


class Memory:
    def __init__(self):
        self.clear()

    def clear(self):
        self.state = torch.zeros(3)


first, second, third, memory = Cell(), Cell(), Cell(), Memory()
later, bound = Later(second), third.reset


def report_first(turn):
    if turn >= 0:
        Resetter(first)


def report_second(turn):
    if turn >= 0:
        later()


def report_third(turn):
    if turn >= 0:
        bound()


def report_memory(turn):
    if turn >= 0:
        memory.__init__()


weight = nn.Parameter(torch.ones(3))
for turn in range(3):
    loss = first(torch.randn(3)).sum() + second(torch.randn(3)).sum() + third(torch.randn(3)).sum()
    memory.state = torch.tanh(memory.state + weight)
    loss = loss + memory.state.sum()
    loss.backward()
    report_first(turn)
    report_second(turn)
    report_third(turn)
    report_memory(turn)
