"""Each round of the inner loop sends another graph back; it is the outer loop that comes to them again."""

import torch
from torch import nn

net, head = nn.Linear(4, 4), nn.Linear(4, 1)
optimizer = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1)
once = [head(torch.randn(2, 4)).square().mean() for _ in range(3)]
for loss in once:
    loss.backward()
optimizer.step()
for epoch in range(2):
    anew = [net(torch.randn(2, 4)).tanh() for _ in range(3)]
    for feature in anew:
        head(feature).square().mean().backward()
cache = [net(torch.randn(2, 4)).tanh() for _ in range(3)]
for epoch in range(2):
    for feature in cache:
        optimizer.zero_grad()
        loss = head(feature).square().mean()
        loss.backward()  # expect: RTG102
        optimizer.step()
