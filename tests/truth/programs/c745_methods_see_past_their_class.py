"""A method does not see what its class holds under a name, but what stands around the class."""

import torch
from torch import nn

net = nn.Linear(2, 1)
loss = net(torch.ones(1, 2)).exp().sum()


class Module:
    loss = None

    def run(self):
        loss.backward()


def make(loss):
    class Local:
        loss = net(torch.ones(1, 2)).exp().sum()

        def run(self):
            loss.backward()

    return Local


given = net(torch.ones(1, 2)).exp().sum()
make(given)().run()
make(given).loss.backward()
Module().run()
loss.backward()  # expect: RTG101
