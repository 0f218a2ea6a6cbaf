"""A costly call that was seen to leave an attribute or a list alone may change it in another object, or for other options."""

import torch
from torch import nn


def double(value):
    return value * 2.0


def grow(value):
    return double(double(value)) + double(double(value)) + double(double(value))


def swell(value):
    return grow(grow(grow(value))) + grow(grow(grow(value))) + grow(grow(grow(value)))


class State:
    twice = False


class Trainer:
    again = False

    def __init__(self, net):
        self.state, self.net = State(), net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def configure(self, options):
        self.rate, self.decay = swell(len(options)), swell(1) + swell(2)
        self.state.twice = "twice" in options

    @torch.no_grad()
    def evaluate(self, batches):
        total = 0.0
        for x in batches:
            total += self.net(x).mean().item()
        if len(batches) > 2:
            self.again = True
        return total

    def train(self, x):
        self.optimizer.zero_grad()
        loss = self.net(x).square().mean()
        loss.backward(retain_graph=True)
        if self.state.twice:
            loss.backward()
        self.optimizer.step()

    def train_again(self, x):
        self.optimizer.zero_grad()
        loss = self.net(x).square().mean()
        loss.backward(retain_graph=True)
        if self.again:
            loss.backward()
        self.optimizer.step()


def collect(options, found):
    found.append(swell(len(options)) + swell(1) + swell(2))
    found.extend(options)


def train_for(trainer, found):
    trainer.optimizer.zero_grad()
    loss = trainer.net(torch.randn(4, 2)).square().mean()
    loss.backward(retain_graph=True)
    if "twice" in found:
        loss.backward()
    trainer.optimizer.step()


def run():
    net, x = nn.Sequential(nn.Linear(2, 2), nn.Tanh()), torch.randn(4, 2)
    one, two, three, last = Trainer(net), Trainer(net), Trainer(net), Trainer(net)
    one.configure([])
    two.configure([])
    three.configure([])
    last.configure(["twice"])
    for trainer in (one, two, three, last):
        trainer.train(x)
    for batches in ([x], [x, x], [x]):
        one.evaluate(batches)
        one.train_again(x)
    one.evaluate([x, x, x])
    one.train_again(x)
    first, second, third, fourth = [], [], [], []
    collect([], first)
    collect([], second)
    collect([], third)
    collect(["twice"], fourth)
    for found in (first, second, third, fourth):
        train_for(one, found)


run()
