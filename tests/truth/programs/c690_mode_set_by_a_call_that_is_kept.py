"""A mode that is set by a call whose result is kept holds as it does where it is not."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
x = torch.randn(4, 2)
before = torch.set_grad_enabled(False)
target = net(x)
torch.set_grad_enabled(True)
for _ in range(2):
    (net(x) - target).square().mean().backward()
with torch.set_grad_enabled(False):
    target = net(x)
for _ in range(2):
    (net(x) - target).square().mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)  # expect: RTG201
mode = torch.set_grad_enabled(False)
with mode:
    target = net(x)
torch.set_grad_enabled(True)
for _ in range(2):
    (net(x) - target).square().mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()
