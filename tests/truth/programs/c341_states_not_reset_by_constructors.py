"""States that helpers leave as they are: what they make, and change, is their own."""

import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.state = torch.zeros(3)

    def forward(self, x):
        self.state = torch.tanh(self.layer(x) + self.state)
        return self.state


class Report:
    def __init__(self, turn):
        self.state = None
        self.lines = []
        self.lines.append(turn)


cell = Cell()


def report(turn):
    if turn >= 0:
        made = Report(turn)
        print(len(made.lines))


for turn in range(3):
    loss = cell(torch.randn(3)).sum()
    loss.backward()  # expect: RTG102
    report(turn)
