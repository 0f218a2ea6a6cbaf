"""A forward pass that sets an attribute for its time, and puts back what it was, remembers no graph, nor does one that has a new
parameter; one that keeps what it has computed, and goes on from it, does."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--net", default="plain")
args = parser.parse_args()


class Plain(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.shape = nn.Linear(2, width)
        self.last = nn.Linear(width, 1)
        self.noisy = True
        self.scale = nn.Parameter(torch.ones(1))

    def rescale(self):
        self.scale = nn.Parameter(self.scale * self.last.weight.mean())

    def compute(self, x):
        hidden = torch.tanh(self.shape(x))
        return self.last(hidden + 0.1 if self.noisy else hidden) * self.scale

    def forward(self, x, quiet=False):
        if quiet:
            noisy = self.noisy
            self.noisy = False
        out = self.compute(x)
        self.seen = x.detach()
        if quiet:
            self.noisy = noisy
        return out


class Deep(Plain):
    def compute(self, x):
        return self.last(torch.tanh(torch.tanh(self.shape(x))))


class Wide(Plain):
    def compute(self, x):
        return self.last(torch.sigmoid(self.shape(x)))


class Bent(Plain):
    def compute(self, x):
        return self.last(torch.relu(self.shape(x)))


class Soft(Plain):
    def compute(self, x):
        return self.last(torch.softmax(self.shape(x), 1))


def build(kind):
    if kind == "plain":
        return Plain(3)
    if kind == "deep":
        return Deep(3)
    if kind == "wide":
        return Wide(6)
    if kind == "bent":
        return Bent(4)
    return Soft(4)


net = build(args.net)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.randn(3, 3, 2):
    loss = net(x).square().mean() + net(x, quiet=True).square().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()


class Going(Plain):
    def __init__(self, width):
        super().__init__(width)
        self.held = torch.zeros(3, width)

    def compute(self, x):
        self.held = torch.tanh(self.shape(x) + self.held)
        return self.last(self.held)


going = Going(3)
going(torch.randn(3, 2)).mean().backward(retain_graph=True)
going(torch.randn(3, 2)).mean().backward()
