"""Whether a tensor has a history is asked first, by each of the names that tell it."""

import torch
from torch import nn

torch.manual_seed(0)
train = torch.initial_seed() % 2 == 0
net = nn.Linear(2, 1).requires_grad_(train)
x = torch.randn(4, 2)

loss = net(x).sum()
if loss.requires_grad:
    loss.backward(retain_graph=True)
if loss.grad_fn is not None:
    loss.backward()

loss = net(x).mean()
if not loss.is_leaf:
    loss.backward(retain_graph=True)  # expect: RTG201

loss = net(x).square().mean()
if loss.grad_fn is not None:
    loss.backward(retain_graph=True)
if not loss.is_leaf:
    loss.backward()
