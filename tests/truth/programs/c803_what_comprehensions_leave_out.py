"""What a filter that is not known has left out of a comprehension is not there; what another one makes after it is."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))


def compute_loss():
    return net(torch.randn(3, 2)).square().mean()


kept = [flag for flag in (True, False) if torch.rand(1).item() > 2]
loss = compute_loss()
loss.backward(retain_graph=True)
if not any(kept):
    loss.backward()

flags = [flag for flag in (True, False)]
loss = compute_loss()
loss.backward(retain_graph=True)  # expect: RTG201
if not any(flags):
    loss.backward()
loss = compute_loss()
loss.backward(retain_graph=True)
if not all(flags):
    loss.backward()

weights = {layer.weight for layer in (net[0], net[0], net[2])}
loss = compute_loss()
loss.backward(retain_graph=True)
if len(weights) == 2:
    loss.backward()
weights = [layer.weight for layer in (net[0], net[0], net[2])]
loss = compute_loss()
loss.backward(retain_graph=True)
if len(weights) == 3:
    loss.backward()
