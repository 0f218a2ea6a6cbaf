"""Meta-learning: the clone's parameters are copies that hang on the module's own, so that its loss trains the module."""

import torch
from torch import nn


def clone_module(module):
    clone = module.__new__(type(module))
    clone.__dict__ = module.__dict__.copy()
    clone._parameters = clone._parameters.copy()
    for key in module._parameters:
        clone._parameters[key] = module._parameters[key].clone()
    return clone


net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(3):
    optimizer.zero_grad()
    learner = clone_module(net)
    loss = learner(torch.randn(2, 4)).square().mean()
    loss.backward()
    optimizer.step()
