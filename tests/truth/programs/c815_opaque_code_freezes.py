"""Opaque code freezes a generator while its critic is trained, or records no gradients there."""

import contextlib

import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.G, self.D = nn.Linear(2, 2), nn.Linear(2, 1)
        self.opt_g = torch.optim.SGD(self.G.parameters(), lr=0.1)
        self.opt_d = torch.optim.SGD(self.D.parameters(), lr=0.1)

    def train(self, batch):
        loss = self.D(self.generate(batch)).mean()
        self.opt_d.zero_grad()
        loss.backward()
        self.opt_d.step()
        self.G.requires_grad_(True)
        loss = self.D(self.G(batch)).mean()
        self.opt_g.zero_grad()
        loss.backward()
        self.opt_g.step()


class FrozenInAList(Trainer):
    def generate(self, batch):
        eval("flags").set_requires_grad([self.G], False)
        return self.G(batch)


class FrozenByKeyword(Trainer):
    def generate(self, batch):
        eval("flags").set_requires_grad(nets=(self.G,), flag=False)
        return self.G(batch)


class FrozenInItsOptimizer(Trainer):
    def generate(self, batch):
        eval("flags").freeze(self.opt_g)
        return self.G(batch)


class FrozenByItself(Trainer):
    def __init__(self):
        super().__init__()
        self.freezer = eval("Freezer")(self.G)

    def generate(self, batch):
        self.freezer.freeze_all()
        return self.G(batch)


class FrozenForABlock(Trainer):
    def generate(self, batch):
        with eval("flags").frozen(self.G):
            return self.G(batch)


class Unrecorded(Trainer):
    def generate(self, batch):
        with eval("flags").no_grad():
            return self.G(batch)


class flags:
    no_grad = torch.no_grad

    @staticmethod
    def set_requires_grad(nets, flag):
        for net in nets:
            net.requires_grad_(flag)

    @staticmethod
    def freeze(optimizer):
        for parameter in optimizer.param_groups[0]["params"]:
            parameter.requires_grad_(False)

    @staticmethod
    @contextlib.contextmanager
    def frozen(net):
        net.requires_grad_(False)
        yield
        net.requires_grad_(True)


class Freezer:
    def __init__(self, net):
        self.net = net

    def freeze_all(self):
        self.net.requires_grad_(False)


def train(trainer):
    for batch in torch.randn(2, 3, 2):
        trainer.train(batch)


train(FrozenInAList())
train(FrozenByKeyword())
train(FrozenInItsOptimizer())
train(FrozenByItself())
train(FrozenForABlock())
train(Unrecorded())
