"""A loop cannot be run for any element of what was sent, of which there is none."""

import multiprocessing

import torch
from torch import nn


class Workers:
    def __init__(self, names):
        self.others = []
        for name in names:
            self.others.append(name)

    def step(self, actions, seeds):
        for other, action in zip(self.others, actions, seeds):
            other.send(action)
        self.scale = 1.0
        return self.scale


def receive(values):
    near, far = multiprocessing.Pipe()
    far.send(values)
    return near.recv()


workers = Workers(receive([]))
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.rand(3, 2, 3):
    scale = workers.step(receive([]), [None])
    loss = net(x).pow(2).mean() * scale
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
