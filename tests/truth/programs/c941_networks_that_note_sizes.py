"""An option chooses one of two networks that note sizes, devices and detached means; more options are tested, and paths are joined."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--network", default="plain")
parser.add_argument("--scaled", action="store_true")
parser.add_argument("--shifted", action="store_true")
parser.add_argument("--noisy", action="store_true")
options = parser.parse_args([])


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.fc = nn.Conv2d(1, 2, 1), nn.Linear(2, 1)
        self.height, self.width, self.mean, self.batch = None, None, None, 0
        self.sizes = ()

    def forward(self, x):
        self.height, self.width = x.shape[2:]
        self.batch, self.place = x.size(0), x.device
        hidden = self.body(x)
        self.mean = hidden.detach().mean().item() if self.height > 2 else float(hidden.mean())
        self.sizes = (self.height * self.width, len(hidden) + 1)
        return self.fc(hidden.view(self.batch, 2, self.height * self.width).mean(2).exp())


class Deep(Plain):
    def forward(self, x):
        features = torch.tanh(self.body(x))
        self.mean = features.data
        return self.fc(features.mean((2, 3)).exp()) * (1 if self.mean is None else 2)


class Mixed(Plain):
    """It keeps its last features with their graph, under a name that first held a number."""

    def forward(self, x):
        features = self.body(x).exp().mean((2, 3))
        past = x.shape[0]
        if self.mean is not None:
            features = features + self.mean
        past = features
        self.mean = past
        return self.fc(features.exp())


class Gathering(Plain):
    """It keeps its features in a list that first held a size, and by another name of what was detached."""

    def forward(self, x):
        features = self.body(x).exp().mean((2, 3))
        past = shown = features.detach()
        kept = [x.shape[0]]
        if len(self.sizes) > 1:
            features = features + self.sizes[1] + self.mean
        kept.append(features)
        shown *= 2
        shown.add_(features)
        self.sizes, self.mean = kept, past
        return self.fc(features.exp())


class Noting(Plain):
    """Another method keeps what it is given, but for None."""

    def forward(self, x):
        features = self.body(x).exp().mean((2, 3)) + self.batch
        self.note(features)
        return self.fc(features.exp())

    def note(self, value):
        if value is None:
            value = 0
        self.batch = value


def choose(first, second):
    if options.network == "plain":
        return first()
    if options.network == "deep":
        return second()
    raise NotImplementedError(options.network)


x = torch.randn(5, 1, 3, 3)
if options.scaled:
    x = x * 2
if options.shifted:
    x = x + 1
if options.noisy:
    x = x + torch.randn(5, 1, 3, 3)

model = choose(Plain, Deep)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    model(x).mean().backward(retain_graph=True)  # expect: RTG201
    optimizer.step()

model = choose(Mixed, Plain)
for _ in range(3):
    model(x).mean().backward(retain_graph=True)

model = choose(Gathering, Plain)
for _ in range(3):
    model(x).mean().backward(retain_graph=True)

model = choose(Noting, Plain)
for _ in range(3):
    model(x).mean().backward(retain_graph=True)
