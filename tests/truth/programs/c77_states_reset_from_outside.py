"""The state of a recurrent module is cut off by `apply`, or by a forward pass without gradients."""

import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(3, 3)
        self.h = torch.zeros(1, 3)

    def forward(self, x):
        self.h = self.cell(x, self.h)
        return self.h


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Cell()

    def forward(self, x):
        return self.inner(x)


def detach_state(module):
    if isinstance(module, Cell):
        module.h = module.h.detach()


def reset_state(module):
    if hasattr(module, "h"):
        module.h = torch.zeros(1, 3)


def warm_up(net):
    for _ in range(2):
        net(torch.randn(1, 3))


torch.manual_seed(0)
first = nn.Sequential(Cell(), nn.Linear(3, 1))
second = Net()
third = Net()
fourth = Net()
parameters = [p for net in (first, second, third, fourth) for p in net.parameters()]
optimizer = torch.optim.SGD(parameters, lr=0.1)

for step in range(3):
    optimizer.zero_grad()
    first(torch.randn(1, 3)).mean().backward()
    first.apply(detach_state)
    second(torch.randn(1, 3)).mean().backward()
    second.apply(reset_state)
    third(torch.randn(1, 3)).mean().backward()
    with torch.no_grad():
        third(torch.randn(1, 3))
    fourth(torch.randn(1, 3)).mean().backward()
    with torch.no_grad():
        warm_up(fourth)
    optimizer.step()
