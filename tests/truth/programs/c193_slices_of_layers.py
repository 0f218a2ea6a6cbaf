"""A slice of a container of layers is one of the same kind: its layers run, and keep what they make."""

import sys

import torch
from torch import nn


class Tap(nn.Module):
    def forward(self, x):
        self.loss = x.square().mean()
        return x


def build():
    tap = Tap()
    layers = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
    layers.add_module("tap", tap)
    layers(torch.rand(1, 2))
    layers.add_module("last", nn.Linear(2, 2))
    return layers, tap


def train(layers, tap):
    image = torch.rand(1, 2, requires_grad=True)
    optimizer = torch.optim.SGD([image], lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        layers(image)
        tap.loss.backward()
        optimizer.step()


def known():
    layers, tap = build()
    train(layers[:3], tap)


def trimmed():
    layers, tap = build()
    for i in range(len(layers) - 1, -1, -1):
        if isinstance(layers[i], Tap):
            break
    train(layers[: (i + 1)], tap)


def unknown():
    layers, tap = build()
    train(layers[: len(sys.argv) + 3], tap)


def in_a_list():
    blocks = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 1), nn.Linear(2, 2)])
    first = torch.optim.SGD(blocks[:2].parameters(), lr=0.1)
    last = torch.optim.SGD(blocks[2:].parameters(), lr=0.1)
    for _ in range(3):
        first.zero_grad()
        last.zero_grad()
        x = torch.rand(1, 2)
        for block in blocks[:2]:
            x = block(x)
        x.sum().backward()
        first.step()
        last.step()  # expect: RTG303


known()
in_a_list()
trimmed()
unknown()
