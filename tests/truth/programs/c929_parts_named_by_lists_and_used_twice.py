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
body = nn.Linear(4, 4)
x = torch.randn(2, 4)

features = {str(i): body(x).exp() for i in range(count)}
heads(features).mean().backward()
heads(features).sum().backward()  # expect: RTG101
