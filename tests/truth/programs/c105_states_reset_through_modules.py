"""Recurrent modules inside of modules, whose states are reset from outside through all ways to get at them."""

import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.state = None

    def reset(self):
        self.state = None

    def forward(self, x):
        self.state = x if self.state is None else 0.9 * self.state + x
        return self.state


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))
        self.layers = nn.Sequential(nn.Linear(3, 3), Cell(), nn.ReLU(), Cell())

    def forward(self, x):
        return self.layers(x) * self.scale


class Block(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(3, 3), nn.Sequential(Cell()))


class Deep(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList()
        for _ in range(20):
            self.blocks.append(nn.Sequential(nn.Linear(3, 3), Cell()))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


def reset_children(module):
    for child in module.children():
        if isinstance(child, Cell):
            child.reset()
        else:
            reset_children(child)


def reset_if_it_can_be(net):
    for module in net.modules():
        if hasattr(module, "reset"):
            module.reset()


torch.manual_seed(0)
first, second, third, fourth, fifth = Net(), Net(), Net(), Block(), Deep()
parameters = [p for net in (first, second, third, fourth, fifth) for p in net.parameters()]
optimizer = torch.optim.SGD(parameters, lr=0.01)

for step in range(3):
    optimizer.zero_grad()
    first(torch.rand(1, 3)).sum().backward()
    reset_if_it_can_be(first)
    second(torch.rand(1, 3)).sum().backward()
    reset_children(second)
    third(torch.rand(1, 3)).sum().backward()
    for name, module in third.named_modules():
        if isinstance(module, Cell) and name.startswith("layers"):
            module.state = None
    fourth(torch.rand(1, 3)).sum().backward()
    for module in fourth.modules():
        if isinstance(module, Cell):
            module.state = None
    fifth(torch.rand(1, 3)).sum().backward()
    reset_if_it_can_be(fifth)
    optimizer.step()
