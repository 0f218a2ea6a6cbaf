"""Functions that others get back and call again and again."""

import importlib

import torch
from torch import nn

library = importlib.import_module("library")
model = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
step = library.make_step(model, optimizer)
first, second = library.make_steps(model, optimizer)
for _ in range(3):
    step(torch.randn(4, 2), torch.randn(4, 2))
    first(torch.randn(4, 2))
    second()
critic = library.make_critic()
critic(torch.randn(4, 2))
critic(torch.randn(4, 2))
