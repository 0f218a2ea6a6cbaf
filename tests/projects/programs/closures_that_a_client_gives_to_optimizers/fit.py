"""What the closure of an optimizer returns, that takes for a number."""

import torch
from torch import nn


class Fit:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(2, 3), nn.Tanh())
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.x = torch.randn(4, 2)
        self.loss = None

    def closure(self):
        self.optimizer.zero_grad()
        self.loss = self.net(self.x).square().mean()
        self.loss.backward(retain_graph=True)  # expect: RTG201
        return self.loss

    def first_closure(self):
        self.optimizer.zero_grad()
        self.loss = self.net(self.x).abs().mean()
        self.loss.backward(retain_graph=True)  # expect: RTG201
        return self.loss
