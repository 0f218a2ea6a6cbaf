"""Of the many paths through a loop with a branch in it, the one that never takes the branch is followed to the end."""

import torch
from torch import nn

DOMAINS, ROUNDS = 5, 3

net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 3))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
mean = torch.zeros(DOMAINS, 3)
for _ in range(ROUNDS):
    parts = []
    for domain in range(DOMAINS):
        part = net(torch.randn(4, 2))
        if part.shape[0] == 0:
            parts.append(torch.zeros(1, 3))
        else:
            parts.append(part.mean(0, keepdim=True))
    loss = mean.square().sum() + net(torch.randn(4, 2)).square().mean()
    optimizer.zero_grad()
    loss.backward()  # expect: RTG103
    optimizer.step()
    mean = 0.5 * mean.detach() + 0.5 * torch.cat(parts)
