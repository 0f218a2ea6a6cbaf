"""Every tensor is an instance of `Variable`: what is taken of its data carries no graph on."""

import torch
from torch import nn
from torch.autograd import Variable


def plain(d):
    return d.data if isinstance(d, Variable) else d


class Began:
    def __init__(self):
        self.net = nn.Linear(3, 3)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.k = 0.0

    def step(self, x):
        loss = torch.mean(torch.abs(self.net(x) - x)) * (1 - self.k)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.k = self.k + 0.1 * plain(loss)


class Kept(Began):
    def step(self, x):
        loss = torch.mean(torch.abs(self.net(x) - x))
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        if not isinstance(loss, (Variable, float)):
            self.k = loss * self.k
        (self.net(x).square().mean() * (1 - self.k)).backward()


for made in (Began(), Kept()):
    for _ in range(3):
        made.step(torch.randn(4, 3))
