"""A variable that is written nowhere behind a loop is read there by its name."""

import torch
from torch import nn

net = nn.Linear(3, 1)


def train(x, count):
    loss = net(x).pow(2).mean()
    loss.backward(retain_graph=True)
    for number in range(count):
        if number > 1:
            print(number)
    finish(locals())


def finish(found):
    found["loss"].backward()


train(torch.rand(2, 3), 3)
