"""The `module` of a wrapper is the model that was wrapped, however it is reached: each step finds its gradients."""

import copy

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(2, 4)
        self.head = nn.Linear(4, 1)

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))

    def loss(self, x):
        return self(x).square().mean()


class Transparent(nn.DataParallel):
    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.module, name)


class Scoring(nn.DataParallel):
    def __init__(self, net):
        super().__init__(net)

    def score(self, x):
        return self.module(x).square().mean()


class Trainer:
    def __init__(self, parallel):
        self.net = Net()
        if parallel:
            self.net = nn.DataParallel(self.net)
        inner = self.net.module if parallel else self.net
        groups = [{"params": inner.body.parameters()}, {"params": inner.head.parameters(), "lr": 0.2}]
        self.optimizer = torch.optim.SGD(groups, lr=0.1)

    def train(self, x):
        self.optimizer.zero_grad()
        self.net(x).square().mean().backward()
        self.optimizer.step()


def unwrap(net):
    return net.module if hasattr(net, "module") else net


def train(optimizer, loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


plain = nn.DataParallel(Net())
layer = nn.DataParallel(nn.Linear(2, 1))
copied = copy.deepcopy(plain)
transparent = Transparent(Net())
scoring = Scoring(Net())
asked = nn.DataParallel(Net())
looked = nn.DataParallel(Net())
of_plain = torch.optim.SGD(plain.module.parameters(), lr=0.1)
of_layer = torch.optim.SGD(layer.module.parameters(), lr=0.1)
of_copied = torch.optim.SGD(copied.module.parameters(), lr=0.1)
of_transparent = torch.optim.SGD(transparent.module.parameters(), lr=0.1)
of_scoring = torch.optim.SGD(scoring.module.parameters(), lr=0.1)
of_asked = torch.optim.SGD(unwrap(asked).parameters(), lr=0.1)
of_looked = torch.optim.SGD(getattr(looked, "module", looked).parameters(), lr=0.1)
trainer = Trainer(True)
for step in range(3):
    x = torch.randn(6, 2)
    train(of_plain, plain.module.loss(x))
    train(of_layer, layer(x).square().mean())
    train(of_copied, copied(x).square().mean())
    train(of_transparent, transparent.loss(x))
    train(of_scoring, scoring.score(x))
    train(of_asked, asked(x).square().mean())
    train(of_looked, looked(x).square().mean())
    trainer.train(x)
