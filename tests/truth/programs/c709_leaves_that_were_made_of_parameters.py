"""What is made of parameters and asked to require grad is a leaf; what opaque code has built may be on a graph before."""

import pydoc

import torch
from torch import nn


class Center:
    def __init__(self, weight):
        self.weight = weight

    def __call__(self, support, query):
        middle = support.mean(0)
        middle.requires_grad_()
        optimizer = torch.optim.SGD([middle], lr=0.1)
        for _ in range(3):
            loss = (support - middle).square().mean() + self.weight * (query - middle).square().mean()
            optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            optimizer.step()


def attack(images):
    images.requires_grad_()
    for _ in range(2):
        loss = images.square().sum()
        loss.backward(retain_graph=True)  # expect: RTG201


def share(extract, given):
    features = extract(given)
    features.requires_grad_()
    first = features.square().sum()
    first.backward(retain_graph=True)
    second = features.exp().sum()
    second.backward()


net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
globals()["_Center"[1:]](0.5)(torch.randn(3, 2), torch.randn(3, 2))
globals()["_attack"[1:]](torch.randn(3, 2))
list(pydoc.locate("builtins.map")(share, [net], [torch.randn(3, 2)]))
