"""An object with a method called backward that is given the losses, found in a way that no reading follows."""

import torch
from torch import nn


class Weighted:
    def __init__(self, weights):
        self.weights = torch.tensor(weights)

    def backward(self, losses, parameters):
        total = (losses * self.weights).sum()
        for parameter, gradient in zip(parameters, torch.autograd.grad(total, parameters)):
            parameter.grad = gradient


class Weighting:
    def __init__(self, name, **options):
        self.method = globals()[name](**options)

    def backward(self, losses, **options):
        return self.method.backward(losses, **options)


net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
weighting = Weighting("Weighted", weights=[1.0, 2.0])
for _ in range(3):
    out = net(torch.randn(4, 3)).tanh()
    losses = torch.stack([out[:, 0].mean(), out[:, 1].pow(2).mean()])
    optimizer.zero_grad()
    weighting.backward(losses, parameters=list(net.parameters()))
    optimizer.step()
