"""What a function finds by `locals` are also the variables that it reads of the function around it."""

import torch
from torch import nn

net = nn.Linear(3, 1)


def train(x):
    loss = net(x).pow(2).mean()
    loss.backward(retain_graph=True)

    def finish():
        print(loss.item())
        send(locals())

    finish()


def send(found):
    found["loss"].backward()


train(torch.rand(2, 3))
