"""A layer that is taken out of a container is trained by its own optimiser, and the rest by another."""

import torch
from torch import nn

layers = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 1), nn.Linear(2, 1)])
head = layers.pop(1)
body_optimizer = torch.optim.SGD(layers.parameters(), lr=0.1)
head_optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
for _ in range(2):
    x = torch.ones(3, 2)
    body_optimizer.zero_grad()
    layers[1](layers[0](x)).pow(2).mean().backward()
    body_optimizer.step()
    head_optimizer.zero_grad()
    head(layers[0](x).detach()).pow(2).mean().backward()
    head_optimizer.step()
