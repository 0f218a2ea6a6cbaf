"""Optimisers of the program's own that do more than to step: one clears the gradients, one keeps a graph, one is given a closure."""

import torch
from torch import nn
from torch.optim import Optimizer


class Clearing(Optimizer):
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.data.add_(p.grad.data, alpha=-0.1)
                    p.grad = None


class Keeping(Optimizer):
    def __init__(self, params):
        super().__init__(params, {})
        self.sum = 0.0

    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                self.sum = self.sum + (p * p).sum()
                p.data.add_(p.grad.data, alpha=-0.1)


class Closed(Optimizer):
    def step(self, closure=None):
        loss = None
        if closure is not None:
            loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.data.add_(p.grad.data, alpha=-0.1)
        return loss


net = nn.Linear(2, 1)
clearing = Clearing(net.parameters(), {})
for _ in range(4):
    net(torch.rand(4, 2)).sum().backward()
    clearing.step()

keeping = Keeping(net.parameters())
for _ in range(3):
    keeping.zero_grad()
    net(torch.rand(4, 2)).sum().backward()
    keeping.step()
keeping.sum.backward(retain_graph=True)
keeping.sum.backward()

closed = Closed(net.parameters(), {})
for _ in range(3):
    closed.zero_grad()
    net(torch.rand(4, 2)).sum().backward()
    closed.step()
loss = net(torch.rand(4, 2)).square().sum()


def closure():
    loss.backward(retain_graph=True)
    return loss


closed.step(closure)
loss.backward()
