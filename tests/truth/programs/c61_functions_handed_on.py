"""Functions that send a loss back, handed to code that calls them out of sight, keep the retain before them needed."""

import functools
import operator

import torch
from torch import nn

exec("""
def submit(function, *arguments):
    return function(*arguments)
""")
net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def send_back(loss):
    loss.backward()


def compute():
    output = net(torch.randn(6, 2))
    return output.square().mean(), output.abs().mean()


for step in range(3):
    optimizer.zero_grad()
    first, second = compute()
    first.backward(retain_graph=True)
    submit(second.backward)  # noqa: F821
    first, second = compute()
    first.backward(retain_graph=True)
    submit(send_back, second)  # noqa: F821
    first, second = compute()
    first.backward(retain_graph=True)
    functools.reduce(lambda total, loss: loss.backward(), [second], None)
    first, second = compute()
    first.backward(retain_graph=True)
    sorted([second], key=lambda loss: loss.backward() or 0)
    first, second = compute()
    first.backward(retain_graph=True)
    operator.methodcaller("backward")(second)
    first, second = compute()
    first.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
