"""Slices of what a module that is not seen returns may be lists of losses, each with a graph of its own."""

import pydoc

import torch
from torch import nn


class Critics(pydoc.locate("torch.nn.Module")):
    def __init__(self):
        super().__init__()
        self.nets = nn.ModuleList([nn.Linear(2, 2) for _ in range(4)])

    def forward(self, x):
        return [net(x).square().mean() for net in self.nets]


def summed(critics, opt, x):
    losses = critics(x)
    sum(losses[:2]).backward()
    sum(losses[2:]).backward()
    opt.step()


def stacked(critics, opt, x):
    losses = critics(x)
    torch.stack(losses[:2]).sum().backward()
    torch.stack(losses[2:]).sum().backward()
    opt.step()


def one_by_one(critics, opt, x):
    losses = critics(x)
    for loss in losses[:2]:
        loss.backward()
    losses[2].backward()
    opt.step()


def added(critics, opt, x):
    losses = critics(x)
    turned = losses[2:] + losses[:2]
    turned[0].backward()
    losses[1].backward()
    opt.step()


def rows(critics, opt, x):
    first, second = critics(x)[1:3]
    first[None].sum().backward()
    second[None].sum().backward()
    opt.step()


made = eval("Critics")()
optimizer = torch.optim.SGD(made.parameters(), lr=0.1)
for run in (summed, stacked, one_by_one, added, rows):
    optimizer.zero_grad()
    run(made, optimizer, torch.rand(4, 2))
