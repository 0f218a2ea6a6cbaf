"""A part of a network holds a function, which reads a switch of the file: passes that were alike keep their graphs once it is set."""

import torch
from torch import nn

torch.manual_seed(0)
SWITCHES = {"sum": False}
SUMS = []


def sum_up(y):
    if SWITCHES["sum"]:
        y = y + sum(SUMS)
        SUMS.append(y)
    return y


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.finish = nn.Linear(4, 4), sum_up

    def forward(self, x):
        return self.finish(self.body(x).exp())


class Net(nn.Module):
    """Its pass is long enough to be remembered."""

    def __init__(self):
        super().__init__()
        self.parts, self.tail = nn.ModuleList([Part() for _ in range(6)]), nn.Linear(4, 1)

    def forward(self, x):
        for part in self.parts:
            x = torch.tanh(part(x).abs().sqrt() + 1) * part(x).sigmoid() + part(x * 2).clamp(-1, 1).square().exp()
        return self.tail(x).exp()


net = Net()
for x in torch.randn(3, 2, 4):
    net(x).mean().backward(retain_graph=True)  # expect: RTG201
SWITCHES["sum"] = True
for x in torch.randn(3, 2, 4):
    net(x).mean().backward(retain_graph=True)
