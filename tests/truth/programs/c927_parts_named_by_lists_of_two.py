import argparse

import torch
from torch import nn


class Head(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Linear(width, 1)

    def forward(self, x):
        return self.body(x).exp()


class Heads(nn.Module):
    def __init__(self, widths):
        super().__init__()
        parts = []
        for i, width in enumerate(widths):
            parts += ([str(i), Head(width)],)
        self.parts = nn.ModuleDict(parts)

    def forward(self, features):
        return torch.cat([part(features[k]) for k, part in self.parts.items()], dim=1)


parser = argparse.ArgumentParser()
parser.add_argument("--heads", type=int, default=2)
count = parser.parse_args().heads
heads = Heads([4] * count)

for step in range(3):
    scores = heads({str(i): torch.randn(2, 4) for i in range(count)})
    scores.mean().backward(retain_graph=True)  # expect: RTG201

features = {str(i): torch.randn(2, 4) for i in range(count)}
scores = heads(features)
scores.mean().backward(retain_graph=True)
scores.sum().backward(retain_graph=True)  # expect: RTG201
