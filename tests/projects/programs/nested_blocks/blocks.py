"""Blocks in blocks, as a U-Net nests them: the same forward on another object is no recursion."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, size, inner=None):
        super().__init__()
        layers = [nn.Linear(size, size), nn.Tanh()]
        if inner is not None:
            layers.append(inner)
        self.model = nn.Sequential(*layers)

    def forward(self, x):
        return self.model(x) + x


class Nested(nn.Module):
    def __init__(self, size, depth):
        super().__init__()
        block = Block(size)
        for _ in range(depth):
            block = Block(size, inner=block)
        self.model = block

    def forward(self, x):
        return self.model(x)
