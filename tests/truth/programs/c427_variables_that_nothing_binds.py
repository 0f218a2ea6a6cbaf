"""A variable that no statement binds was bound by its name: each retain is needed by what stands there."""

import builtins

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2), nn.Tanh())
prediction = net(torch.randn(6, 2))
globals()["kept"] = prediction
prediction.square().mean().backward(retain_graph=True)
kept.sum().backward()  # noqa: F821
prediction = net(torch.randn(6, 2))
exec("told = prediction")
prediction.square().mean().backward(retain_graph=True)
told.sum().backward()  # noqa: F821
prediction = net(torch.randn(6, 2))
builtins.shared = prediction
prediction.square().mean().backward(retain_graph=True)
shared.sum().backward()  # noqa: F821
net(torch.randn(6, 2)).square().mean().backward(retain_graph=True)  # expect: RTG201
