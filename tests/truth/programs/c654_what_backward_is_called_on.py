"""`backward` of an opaque object: what it is given goes backward, unless that is no graph, or the object is a loss itself."""

import types

import torch
from torch import nn

net = nn.Linear(2, 1)
x = torch.ones(3, 2)


def make():
    return types.SimpleNamespace(
        compute=torch.exp,
        backward=lambda loss=None, scale=1.0, **options: None if loss is None else (loss * scale).backward(**options),
    )


def train(helper, weights):
    loss = net(x).exp().mean()
    helper.backward(loss, retain_graph=True)
    helper.backward(loss)
    loss = net(x).exp().mean()
    helper.backward(loss=loss, retain_graph=True)
    helper.backward(scale=3.0, loss=loss)
    loss = net(x).exp().mean()
    helper.backward(scale=3.0)
    helper.backward(loss, retain_graph=True)  # expect: RTG201
    outputs = helper.compute(net(x))
    outputs.backward(weights, retain_graph=True)
    outputs.backward(gradient=weights)
    outputs = helper.compute(net(x))
    outputs.backward(gradient=weights, retain_graph=True)  # expect: RTG201
    outputs = helper.compute(net(x)).sum()
    outputs.backward()
    net(x).exp().mean().backward(retain_graph=True)  # expect: RTG201


train(*eval("[make(), torch.ones(3, 1)]"))
