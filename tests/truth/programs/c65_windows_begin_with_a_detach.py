"""Truncated backpropagation: what ends a window is told apart from what begins the next one, however both are written."""

import os

import torch
from torch import nn

every = int(os.environ.get("NO_SUCH_VALUE", "3"))
cell = nn.GRUCell(2, 3)
optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)


def send_back(loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


h = torch.zeros(1, 3)
for t in range(12):
    if t % 3 == 0:
        h = h.detach()
    h = cell(torch.randn(1, 2), h)
    if (t + 1) % 3 == 0:
        send_back(h.mean())

for t in range(12):
    if not t % 4:
        h = torch.zeros(1, 3)
    h = cell(torch.randn(1, 2), h)
    if t % 4 == 3:
        send_back(h.mean())

for t in range(12):
    if t % every == 0:
        h = h.detach()
    h = cell(torch.randn(1, 2), h)
    if (t + 1) % every == 0:
        optimizer.zero_grad()
        h.mean().backward(retain_graph=True)  # expect: RTG201
        optimizer.step()

h = torch.zeros(1, 3)
for t in range(12):
    h = cell(torch.randn(1, 2), h)
    if (t + 1) % 6 == 0:
        send_back(h.mean())
    if (t + 1) % 3 == 0:
        h = h.detach()

for t in range(12):
    window, place = divmod(t, 3)
    if place == 0:
        h = h.detach()
    h = cell(torch.randn(1, 2), h)
    if place == 2:
        send_back(h.mean())

done = True
for t in range(12):
    if done:
        h = torch.zeros(1, 3)
    h = cell(torch.randn(1, 2), h)
    done = bool(torch.rand(()) < 0.5)
    if done:
        send_back(h.mean())
