"""Of several networks one is drawn by chance: it may be the one again that has kept the features of an earlier draw."""

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
networks = [Plain(), Remembering()]
plain = [Plain(), Plain()]
for _ in range(8):
    x = torch.randn(2, 4)
    random.choice(networks)(x).square().mean().backward(retain_graph=True)
    random.choice(plain)(x).square().mean().backward(retain_graph=True)  # expect: RTG201
