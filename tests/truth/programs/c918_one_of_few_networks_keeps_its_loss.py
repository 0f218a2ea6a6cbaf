"""One of a few networks is chosen by a word; a method of theirs gives a loss, which one of them adds up over passes."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--kind", default="smooth")
options = parser.parse_args([])


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)
        self.error = None

    def forward(self, x):
        output = self.layer(x)
        self.error = output.square().mean()
        return output

    def total_error(self):
        return self.error


class Wide(Plain):
    def __init__(self):
        super().__init__()
        self.layer = nn.Sequential(nn.Linear(3, 8), nn.Linear(8, 2))


class Smooth(Plain):
    def forward(self, x):
        output = torch.tanh(self.layer(x))
        self.error = output.abs().mean() + (0 if self.error is None else self.error)
        return output


def make(kind):
    if kind == "plain":
        return Plain()
    elif kind == "wide":
        return Wide()
    elif kind == "smooth":
        return Smooth()


model = make(options.kind)
for _ in range(3):
    output = model(torch.rand(4, 3))
    loss = model.total_error() + output.mean()
    loss.backward(retain_graph=True)
