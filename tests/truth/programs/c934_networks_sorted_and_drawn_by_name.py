"""Networks beside their names: sorted they come in the order of these, and of those drawn by chance any may be the one."""

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


random.seed(0)
plain = {"b": Plain(), "a": Plain()}
mixed = {"b": Plain(), "a": Remembering()}
for _ in range(8):
    x = torch.randn(2, 4)
    for name, network in sorted(plain.items()):
        network(x).square().mean().backward(retain_graph=True)  # expect: RTG201
    for name, network in sorted(mixed.items()):
        network(x).square().mean().backward(retain_graph=True)
    name, network = random.choice([("a", plain["a"]), ("b", plain["b"])])
    network(x).square().mean().backward(retain_graph=True)  # expect: RTG201
    name, network = random.choice([("a", mixed["a"]), ("b", mixed["b"])])
    network(x).square().mean().backward(retain_graph=True)
