"""What copies of modules hold, and what is written to them."""

import copy

import torch
from torch import nn


class Node(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.itself = [self]

    def forward(self, x):
        return self.itself[0].layer(x).tanh()


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(2, 2))

    def forward(self, x):
        return (x @ self.weight).tanh()


def train(model, x):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model(x).sum().backward()
    optimizer.step()


x = torch.randn(4, 2)
node = Node()
other = copy.deepcopy(node)
inputs = torch.randn(4, 2, requires_grad=True)
kept = other(inputs)
kept.sum().backward(retain_graph=True)
train(node, x)
kept.mean().backward()

held = {"net": nn.Sequential(nn.Linear(2, 2), nn.Tanh()), "lr": 0.1, "kind": Node}
again = copy.deepcopy(held)
kept = again["net"](inputs)
kept.sum().backward(retain_graph=True)
train(held["net"], x)
kept.mean().backward()
kept = again["kind"]()(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()

net, (same,) = copy.deepcopy((held["net"], [held["net"]]))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
same(x).sum().backward(retain_graph=True)  # expect: RTG201
optimizer.step()

mean = torch.ones(2)
copied = copy.deepcopy(mean)
kept = (node(x) * copied).sum()
kept.backward(retain_graph=True)
mean.add_(1)
kept.backward()

deep = nn.BatchNorm1d(2)
for _ in range(10):
    deep = nn.Sequential(deep)
kept = deep(x)
kept.sum().backward(retain_graph=True)
copy.deepcopy(deep).load_state_dict(deep.state_dict())
kept.mean().backward()

scale = nn.utils.parametrizations.weight_norm(Scale())
kept = scale(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()
