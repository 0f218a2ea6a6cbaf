"""The mean of a distribution bears the name of a method, and is handed to a criterion, subscripted and looped over."""

import torch
from torch import nn
from torch.distributions import Independent, Normal

encoder = nn.Linear(3, 4)
criterion = nn.MSELoss()
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
target = torch.randn(5, 4)


def encode():
    return Independent(Normal(encoder(torch.randn(5, 3)), 1.0), 1)


for _ in range(2):
    optimizer.zero_grad()
    criterion(encode().mean, target).backward(retain_graph=True)  # expect: RTG201
    optimizer.step()

for _ in range(2):
    optimizer.zero_grad()
    mean = encode().mean
    (mean[:-1].sum() + mean[-1].sum()).backward(retain_graph=True)  # expect: RTG201
    optimizer.step()

rows = encode().mean
sum(row.sum() for row in rows).backward(retain_graph=True)
rows[0].sum().backward()
