"""A costly constructor may overwrite a default of its class in the next object, though it has left it alone in those before."""

import torch
from torch import nn


def half(value):
    return value * 0.5 + 1


def quarter(value):
    return half(half(value)) + half(half(value)) + half(half(value)) + half(half(value))


def settle(value):
    return quarter(quarter(value)) + quarter(quarter(value)) + quarter(quarter(value))


class Trainer:
    twice = False

    def __init__(self, options):
        self.rate, self.decay = settle(len(options)), settle(1) + settle(2)
        if "twice" in options:
            self.twice = True

    def train(self, net, x):
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        optimizer.zero_grad()
        loss = net(x).square().mean()
        loss.backward(retain_graph=True)
        if self.twice:
            loss.backward()
        optimizer.step()


class Stepper:
    def __init__(self, options):
        self.rate, self.decay = settle(1), settle(1) + settle(2)
        self.twice = options["twice"]
        if self.rate > 5:
            self.rate = 5


def run():
    net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
    for trainer in (Trainer([]), Trainer([]), Trainer([])):
        trainer.train(net, torch.randn(4, 2))
    Trainer(["twice"]).train(net, torch.randn(4, 2))
    for options in ({"twice": None}, {"twice": None}, {"twice": None}, {"twice": True}):
        stepper = Stepper(options)
        loss = net(torch.randn(4, 2)).square().mean()
        loss.backward(retain_graph=True)
        if stepper.twice:
            loss.backward()


run()
