"""Two submodels under one optimiser: the first learns from both losses, so that a detach() would be wrong."""

import itertools

import torch
from torch import nn

torch.manual_seed(0)
model1 = nn.Sequential(nn.Linear(4, 8), nn.Tanh())
model2 = nn.Sequential(nn.Linear(8, 8), nn.Tanh())
optimizer = torch.optim.SGD(itertools.chain(model1.parameters(), model2.parameters()), lr=0.1)
criterion = nn.MSELoss()
target1, target2 = torch.randn(16, 8), torch.randn(16, 8)
for _ in range(3):
    a = model1(torch.randn(16, 4))
    b = model2(a)
    l1 = criterion(a, target1)
    l2 = criterion(b, target2)
    optimizer.zero_grad()
    (l2 + l1).backward()
    optimizer.step()
