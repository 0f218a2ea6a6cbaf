"""A constructor leaves as None what other code sets: sizes, a network, or what a method of its own sets."""

import torch
from torch import nn

torch.manual_seed(0)


class Sized:
    def __init__(self):
        self.net = nn.Linear(4, 4)
        self.height = self.width = None

    def learn(self, x):
        assert x.shape[1] == self.height * self.width
        self.net(x).exp().sum().backward(retain_graph=True)  # expect: RTG201


class Encoded:
    """With a network, both losses need one graph of it."""

    def __init__(self):
        self.actor, self.critic = nn.Linear(4, 2), nn.Linear(4, 1)
        self.embed = None

    def learn(self, x):
        hidden = x if self.embed is None else self.embed(x)
        self.actor(hidden).exp().mean().backward(retain_graph=True)
        self.critic(hidden).square().mean().backward()


class Prepared:
    def __init__(self):
        self.actor, self.critic = nn.Linear(4, 2), nn.Linear(4, 1)
        self.scale = None

    def prepare(self, scale):
        self.scale = float(scale)

    def learn(self, x):
        hidden = x if self.scale is None else x * self.scale
        self.actor(hidden).exp().mean().backward(retain_graph=True)  # expect: RTG201
        self.critic(hidden).square().mean().backward()


def lay_out(block, height, width):
    block.height, block.width = height, width


for name in ("Sized", "Encoded", "Prepared"):
    learner = eval(name)()
    if hasattr(learner, "height"):
        lay_out(learner, 2, 2)
    elif hasattr(learner, "embed"):
        learner.embed = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
    for _ in range(2):
        learner.learn(torch.randn(3, 4))
