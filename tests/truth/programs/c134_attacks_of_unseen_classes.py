"""An object whose class inherits its call from code that cannot be seen is called as modules are: what it gives out may
be data. It is not said that a loss computes gradients of what the object was made with."""

from argparse import Namespace
from unittest import TestCase

import torch
from torch import nn


class Search(TestCase):
    def __init__(self, inner):
        self.inner = inner
        self.loss_fn = nn.CrossEntropyLoss()

    def run(self, x):
        return x + 0.1 * torch.randn_like(x).sign()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
attack = Search(Namespace(predict=model))
for _ in range(3):
    x = torch.randn(4, 3)
    right = x.sum(1) > -10
    x[right] = attack(x[right])
    loss = model(x).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

for _ in range(3):
    shifted = attack(torch.randn(4, 3))
    loss = model(shifted).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
