"""Of the many paths through a loop with a branch in it, the one that never takes the branch is followed to the end."""

import torch
from torch import nn

DOMAINS = 5

net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 3))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
mean = torch.zeros(DOMAINS, 3)
for _ in range(3):
    parts = []
    for domain in range(DOMAINS):
        part = net(torch.randn(4, 2))
        if part.shape[0] == 0:
            parts.append(torch.zeros(1, 3))
        else:
            parts.append(part.mean(0, keepdim=True))
    mean = 0.5 * mean + 0.5 * torch.cat(parts)
    loss = mean.square().sum()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG103
    optimizer.step()
