"""An option chooses one of two networks that count their passes; more options are tested, and paths are joined."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--network", default="small")
parser.add_argument("--scaled", action="store_true")
parser.add_argument("--shifted", action="store_true")
parser.add_argument("--noisy", action="store_true")
options = parser.parse_args([])


class Small(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.body, self.fc = nn.Sequential(nn.Linear(3, width), nn.Tanh()), nn.Linear(width, 1)
        self.passes, self.used = 0, False

    def forward(self, x):
        self.passes += 1
        self.used = True
        return self.fc(self.body(x))


class Wide(Small):
    def __init__(self):
        super().__init__(16)

    def forward(self, x):
        self.passes = self.passes + 1
        return self.fc(self.body(x)).exp() if self.passes > 1 else self.fc(self.body(x))


if options.network == "small":
    model = Small()
elif options.network == "wide":
    model = Wide()
else:
    raise NotImplementedError(options.network)
x = torch.randn(5, 3)
if options.scaled:
    x = x * 2
if options.shifted:
    x = x + 1
if options.noisy:
    x = x + torch.randn(5, 3)

optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    loss = model(x).mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    print(model.passes, model.used)


class Summing(Small):
    def forward(self, x):
        y = self.fc(self.body(x)) + self.passes
        self.passes = y.mean()
        self.passes += 1
        return y


model = Summing() if options.scaled or options.network == "small" else Wide()
for _ in range(3):
    model(x).mean().backward(retain_graph=True)


class Remembering(Small):
    def forward(self, x):
        y = self.fc(self.body(x)) + self.passes
        self.keep(y)
        return y

    def keep(self, y):
        self.passes = y + 1


model = Remembering() if options.scaled or options.network == "small" else Wide()
for _ in range(3):
    model(x).mean().backward(retain_graph=True)
