"""Models are called by a capital as classes are: what an unseen `D` returns is a graph that several losses run through."""

import torch
from torch import nn


def critic(D, x):
    out = D(x)
    loss = (out * out).mean()
    loss.backward(retain_graph=True)
    out.sum().backward()


def numbered(F1, x):
    out = F1(x)
    loss = nn.functional.mse_loss(out, x[:, :1])
    loss.backward(retain_graph=True)
    second = out.exp().mean()
    second.backward()


class Trainer:
    def __init__(self, nets):
        self.nets = nets

    def __call__(self, x):
        out = self.nets.D(x)
        loss = (out * out).mean()
        loss.backward(retain_graph=True)
        out.sum().backward()


class Nets:
    D = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))


given = torch.randn(4, 2)
eval("critic")(Nets.D, given)
eval("numbered")(Nets.D, given)
eval("Trainer")(Nets)(given)
