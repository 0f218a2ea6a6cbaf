"""A list that a comprehension makes of unknown data has at least the items that were followed: how many batches that is, and
whether it is longer than a number, is not known."""

import os

import torch
from torch import nn

names = [name.upper() for name in os.listdir(os.path.dirname(torch.__file__))]
sizes = [len(name) for name in names]
net = nn.Sequential(nn.Linear(1, 2), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

for batch in range(len(sizes) // 16):
    optimizer.zero_grad()
    x = torch.tensor(sizes[16 * batch : 16 * batch + 16], dtype=torch.float).unsqueeze(1)
    loss = net(x).mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()

out = net(torch.ones(4, 1))
out.mean().backward(retain_graph=True)
if len(sizes) > 10:
    out.abs().mean().backward()

out = net(torch.ones(4, 1))
for i in range(len(sizes)):
    (out.mean() * sizes[i]).backward(retain_graph=i < len(sizes) - 1)

out = net(torch.ones(4, 1))
for i, size in enumerate(sizes):
    (out.mean() * size).backward(retain_graph=i + 1 != len(sizes))
