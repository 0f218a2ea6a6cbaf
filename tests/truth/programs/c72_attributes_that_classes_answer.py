"""Attributes that a class answers in code (`__getattr__`, descriptors), and classes and members that are values."""

from enum import Enum

import torch
from torch import nn


class Proxy:
    def __init__(self, target):
        self.target = target

    def __getattr__(self, name):
        return getattr(self.target, name)


class Wrapper(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return self.inner(x)

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.inner, name)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))

    def forward(self, x):
        return self.layers(x)

    def compute_loss(self):
        return self.layers(torch.randn(6, 2)).square().mean()


class Cached:
    def __init__(self, function):
        self.function = function

    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner=None):
        if self.name not in instance.__dict__:
            instance.__dict__[self.name] = self.function(instance)
        return instance.__dict__[self.name]


class Stored:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner=None):
        return getattr(instance, self.name)

    def __set__(self, instance, value):
        setattr(instance, self.name, value.sum())


class Step:
    kept = Stored()

    @Cached
    def features(self):
        return net(torch.randn(6, 2))


def send_back(loss):
    loss.backward()


class Stage(Enum):
    FIRST = (send_back,)
    SECOND = "second"


torch.manual_seed(0)
net = Wrapper(Critic())
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
Auxiliary = type("Auxiliary", (), {"run": lambda self, loss: loss.backward()})

for step in range(3):
    optimizer.zero_grad()
    first = net.compute_loss()
    first.backward(retain_graph=True)
    Proxy(first).backward()
    second = Proxy(net(torch.randn(6, 2)))
    second.square().mean().backward(retain_graph=True)
    second.abs().mean().backward()
    third = Step()
    third.features.square().mean().backward(retain_graph=True)
    third.features.abs().mean().backward()
    fourth = Step()
    fourth.kept = net(torch.randn(6, 2))
    fourth.kept.square().backward(retain_graph=True)
    fourth.kept.abs().backward()
    fifth = net.compute_loss()
    fifth.backward(retain_graph=True)
    Stage.FIRST.value[0](fifth)
    sixth = net.compute_loss()
    sixth.backward(retain_graph=True)
    Auxiliary().run(sixth)
    seventh = Proxy(net.compute_loss())
    seventh.backward(retain_graph=True)  # expect: RTG201
    eighth = Step()
    eighth.features.square().mean().backward(retain_graph=True)  # expect: RTG201
    ninth = net.compute_loss()
    if Stage.SECOND.value == "second":
        ninth.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
