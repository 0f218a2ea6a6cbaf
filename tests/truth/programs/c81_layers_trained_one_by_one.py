"""Each layer is trained on the output of the one before, which still hangs on that layer's graph."""

import torch
from torch import nn

layers = [nn.Sequential(nn.Linear(4, 4), nn.Tanh()) for _ in range(3)]
optimizers = [torch.optim.SGD(layer.parameters(), lr=0.1) for layer in layers]
h = torch.rand(5, 4)
for layer, optimizer in zip(layers, optimizers):
    for _ in range(2):
        loss = layer(h.detach()).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    h = layer(h.detach())
h = torch.rand(5, 4)
for layer, optimizer in zip(layers, optimizers):
    for _ in range(2):
        loss = layer(h).square().mean()
        optimizer.zero_grad()
        loss.backward()  # expect: RTG102
        optimizer.step()
    h = layer(h)
