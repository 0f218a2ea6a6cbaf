"""A number that is computed of an index in two steps is the same number where it is computed again."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--start", type=int, default=0)
parser.add_argument("--phase", type=int, default=3)
options = parser.parse_args()
net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(options.start, 30):
    optimizer.zero_grad()
    loss = net(torch.rand(4, 2)).exp().mean()
    if (step // 10) % 2 == 0:
        loss.backward(retain_graph=True)  # expect: RTG201
    if (step // 10) % 2 != 0:
        loss.backward()
    optimizer.step()
for _ in range(2):
    optimizer.zero_grad()
    loss = net(torch.rand(4, 2)).exp().mean()
    if (options.phase // 10) % 2 == 0:
        loss.backward(retain_graph=True)  # expect: RTG201
    if (options.phase // 10) % 2 != 0:
        loss.backward()
    optimizer.step()
for step in range(options.start, 30):
    optimizer.zero_grad()
    loss = net(torch.rand(4, 2)).exp().mean()
    if (step // 10) % 2 == 0:
        loss.backward(retain_graph=True)
    if (step // 10) % 3 == 0:
        loss.backward()
    optimizer.step()
