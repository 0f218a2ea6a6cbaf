"""What libraries beside torch do with graphs and arrays, and what models answer of themselves."""

import collections
import functools
import os
import types

import numpy as np
import six
import torch
from torch import nn
from torch.utils._pytree import tree_map


class Plain:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())


class Listed(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = [nn.Linear(2, 2), nn.Tanh()]
        self.head = nn.Linear(2, 2)

    def forward(self, x):
        return self.head(self.parts[1](self.parts[0](x)))


net, plain, listed = nn.Sequential(nn.Linear(2, 2), nn.Tanh()), Plain(), Listed()
x = torch.randn(4, 2)

table = np.zeros(3, dtype="float32")
kept = net(x)
table[0] = kept.sum().item()
kept.sum().backward(retain_graph=True)
(kept * float(table[0])).mean().backward()
boxes = np.empty(2, dtype="object")
boxes[0] = net(x)
boxes[0].sum().backward(retain_graph=True)
boxes[0].mean().backward()

losses = {"one": net(x).sum(), "two": net(x).sum()}
for name, loss in six.iteritems(losses):
    loss.backward(retain_graph=True)
for loss in six.itervalues(losses):
    loss.backward()

doubled = tree_map(lambda value: value * 2, {"a": net(x), "b": [net(x), (net(x),)]})
doubled["a"].sum().backward(retain_graph=True)
doubled["a"].mean().backward()
doubled["b"][1][0].sum().backward(retain_graph=True)
doubled["b"][1][0].mean().backward()

groups = collections.defaultdict(None, {"a": net(x)})
groups["a"].sum().backward(retain_graph=True)
groups["a"].mean().backward()
groups = collections.defaultdict(lambda: net(x))
groups["b"].sum().backward(retain_graph=True)
groups["b"].mean().backward()

model = net.module if hasattr(net, "module") else net
kept = model(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()
model = getattr(plain, "module", plain)
kept = model.net(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()
kept = getattr(listed, "module", listed)(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()

with open(os.devnull, "w") as handle:
    handle.write("nothing")
    handle.close()

once = functools.lru_cache(maxsize=None)(lambda number: net(x) * number)
once(2).sum().backward(retain_graph=True)
once(2).mean().backward()
bound = types.MethodType(lambda self, given: self.head(given), listed)
kept = bound(x)
kept.square().sum().backward(retain_graph=True)
kept.square().mean().backward()

kinds = collections.namedtuple("Kinds", ["one", "two"] if len(losses) == 2 else ["one"])
made = kinds(net(x), net(x))
made.two.sum().backward(retain_graph=True)
made.two.mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)
(kept * vars(net[0])["out_features"]).mean().backward()

optimizer = torch.optim.__dict__["SGD"](net.parameters(), lr=0.1)
kept = net(x)
kept.sum().backward(retain_graph=True)  # expect: RTG201
optimizer.step()
layer = nn.__dict__["Tanh"]()
kept = layer(net(x))
kept.sum().backward(retain_graph=True)
kept.mean().backward()
