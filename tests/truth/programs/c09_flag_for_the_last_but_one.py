"""A flag spares the last two of several losses the retaining: the last one finds its graph freed."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(2, 3), nn.Tanh())

losses = model(torch.rand(4, 2)).sum(0)
for i, loss in enumerate(losses):
    loss.backward(retain_graph=i < losses.shape[0] - 2)  # expect: RTG101
