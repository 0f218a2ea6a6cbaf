"""Masks, weights, bases of views and noise that are written in place: what a graph keeps of them, and what it does not."""

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 3)
x = torch.randn(4, 3)
mask = torch.ones(4, 3)

out = net(x)
loss = (out + mask).sum()
mask.bernoulli_(0.5)
loss.backward()

base = net(x) * 2
row = base[0]
base.mul_(3)
row.sum().backward(retain_graph=True)
base.sum().backward()

base = net(x) * 2
rows = [base[0], base[1:].view(-1), base.T]
base[2] = torch.zeros(3)
base.add_(torch.zeros(1).item())
for row in rows:
    row.square().mean().backward(retain_graph=True)
base.mean().backward()

with torch.no_grad():
    for parameter in net.parameters():
        parameter.add_(parameter.grad, alpha=-0.1)

noise = torch.randn(4, 3)
noisy = (net(x) * noise).sum()
noise.normal_()
noisy.backward()  # expect: RTG103
