"""A constructor's default module holds nothing to train; who uses the class may put a network in its place."""

import torch
from torch import nn

torch.manual_seed(0)


class Base:
    def __init__(self):
        self.embed = nn.Identity()
        self.actor = nn.Linear(3, 2)
        self.critic = nn.Linear(3, 1)
        self.opt = torch.optim.SGD([*self.actor.parameters(), *self.critic.parameters()], 0.1)


class BySetter(Base):
    def set_embed(self, embed):
        self.embed = embed

    def learn(self, x):
        hidden = self.embed(x)
        self.actor(hidden).exp().mean().backward(retain_graph=True)
        self.critic(hidden).square().mean().backward()


class ByProperty:
    def __init__(self):
        self._encode = nn.Identity()
        self.actor = nn.Linear(3, 2)
        self.critic = nn.Linear(3, 1)

    @property
    def encode(self):
        return self._encode

    @encode.setter
    def encode(self, encode):
        self._encode = encode

    def learn(self, x):
        hidden = self._encode(x)
        self.actor(hidden).exp().mean().backward(retain_graph=True)
        self.critic(hidden).square().mean().backward()


class FromOutside:
    def __init__(self):
        self.history = nn.Identity()
        self.actor = nn.Linear(3, 2)
        self.critic = nn.Linear(3, 1)

    def learn(self, x):
        hidden = self.history(x)
        self.actor(hidden).exp().mean().backward(retain_graph=True)
        self.critic(hidden).square().mean().backward()


class Replaced(Base):
    """The networks that are trained are replaced: each builds its graph anew."""

    def set_actor(self, actor):
        self.actor = actor

    def learn(self, x):
        hidden = x * 2
        self.actor(hidden).exp().mean().backward(retain_graph=True)  # expect: RTG201
        self.critic(hidden).square().mean().backward()


class Fixed:
    def __init__(self):
        self.first = nn.Identity()
        self.actor = nn.Linear(3, 2)
        self.critic = nn.Linear(3, 1)

    def learn(self, x):
        hidden = self.first(x)
        self.actor(hidden).exp().mean().backward(retain_graph=True)  # expect: RTG201
        self.critic(hidden).square().mean().backward()


class Missing(Base):
    """Of the default it is known that this raises."""

    def set_embed(self, embed):
        self.embed = embed

    def learn(self, x):
        hidden = self.embed(x)
        out = self.actor(hidden)
        out.exp().mean().backward(retain_graph=True)
        out.square().mean().backward()


def network():
    return nn.Sequential(nn.Linear(3, 3), nn.Tanh())


for name in ("BySetter", "ByProperty", "FromOutside", "Replaced", "Fixed", "Missing"):
    learner = eval(name)()
    if hasattr(learner, "set_embed"):
        learner.set_embed(network())
    elif hasattr(learner, "encode"):
        learner.encode = network()
    elif hasattr(learner, "history"):
        learner.history = network()
    for _ in range(2):
        learner.learn(torch.randn(4, 3))
