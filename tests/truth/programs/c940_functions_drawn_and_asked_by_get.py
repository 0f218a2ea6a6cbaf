"""Functions and classes that are drawn by chance, or taken from a table by an option or by `get`: one of them keeps what it computes."""

import random

import torch
from torch import nn


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 1)

    def forward(self, x):
        return self.layer(x)


class Remembering(Plain):
    features = None

    def forward(self, x):
        if self.features is None:
            self.features = self.layer(x)
        return self.features


network, held = Plain(), []


def compute(x):
    return network(x)


def keep(x):
    held.append(network(x))
    return held[0]


random.seed(0)
word = eval("'other'")
remembering = {"plain": Plain, "other": Remembering}.get(word, Plain)()
chosen = {"plain": Plain, "other": Remembering}[word]()
plain = {"plain": Plain}.get(word, Plain)()
functions = [compute, keep]
keeping = {"compute": compute, "other": keep}.get(word)
for _ in range(8):
    x = torch.randn(2, 4)
    remembering(x).square().mean().backward(retain_graph=True)
    chosen(x).square().mean().backward(retain_graph=True)
    plain(x).square().mean().backward(retain_graph=True)  # expect: RTG201
    keeping(x).square().mean().backward(retain_graph=True)
    random.choice([compute, keep])(x).square().mean().backward(retain_graph=True)
    name, function = random.choice([("compute", compute), ("keep", keep)])
    function(x).square().mean().backward(retain_graph=True)
    random.choice([compute, network])(x).square().mean().backward(retain_graph=True)  # expect: RTG201
    random.shuffle(functions)
    functions[0](x).square().mean().backward(retain_graph=True)
