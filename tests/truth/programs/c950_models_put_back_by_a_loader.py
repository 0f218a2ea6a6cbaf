"""Opaque code restores several models that it is given, beside other things, and they take their own places again: it has not
computed the one with the other."""

import torch
from torch import nn

files = eval("__import__('types').SimpleNamespace(load_resumed=lambda net, mean, path: (3, net, mean, None))")
build = eval("lambda: nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))")


class Trainer:
    def __init__(self, path):
        self.path = path
        self.start, self.schedule = 0, None
        self.net = build()
        self.mean = build()
        self.optimizer = torch.optim.Adam(self.net.parameters())
        self.restore()

    def restore(self):
        if self.path != "":
            self.start, self.net, self.mean, self.schedule = files.load_resumed(self.net, self.mean, self.path)

    def fit(self, loader):
        for x in loader:
            self.net.zero_grad()
            loss = self.net(x).square().mean()
            loss.backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()
            self.net.zero_grad()
            loss = self.net(x).square().mean()
            loss.backward(retain_graph=True)
            loss.backward()
            self.optimizer.step()


Trainer("weights").fit(torch.randn(3, 2, 2))
