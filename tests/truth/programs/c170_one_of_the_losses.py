"""The worst loss is one of those that were sent backward before; which one is not known, and does not matter."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--first", type=int, default=0)
options = parser.parse_args([])
torch.manual_seed(0)
nets = [nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1)) for _ in range(3)]
optimizer = torch.optim.SGD([weight for net in nets for weight in net.parameters()], lr=0.1)


def losses_of(x):
    return [net(x).square().mean() for net in nets]


def only_the_worst():
    optimizer.zero_grad()
    max(losses_of(torch.rand(4, 2))).backward()
    optimizer.step()


def the_worst_first():
    optimizer.zero_grad()
    one, two, three = losses_of(torch.rand(4, 2))
    max(one, two).backward()
    three.backward()
    optimizer.step()


def best_and_another():
    optimizer.zero_grad()
    one, two, three = losses_of(torch.rand(4, 2))
    three.backward()
    min(one, two).backward()
    optimizer.step()


def shared_below_all():
    optimizer.zero_grad()
    hidden = nets[0](torch.rand(4, 2))
    chosen = max(hidden.square().mean(), hidden.abs().mean())
    chosen.backward(retain_graph=True)
    hidden.sum().backward()
    optimizer.step()


def again():
    optimizer.zero_grad()
    losses = losses_of(torch.rand(4, 2))
    worst = max(losses)
    for loss in losses:
        loss.backward()
    worst.backward()  # expect: RTG101
    optimizer.step()


only_the_worst()
the_worst_first()
best_and_another()
shared_below_all()
again()
