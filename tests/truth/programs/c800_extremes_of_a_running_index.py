"""The largest and the smallest of a loop's index and a number run like the index, or are the number from some iteration on."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))


def compute_loss():
    return net(torch.randn(3, 2)).square().mean()


for t in range(20):
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if max(0, t - 1) > 10:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if min(t, 15) == 15:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)  # expect: RTG201
    if max(t, 30) < 30:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if min(t, 30) > 10:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)  # expect: RTG201
    if min(t, 30) == 30:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if max(t, 3) > 10:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if min(t, 3) == 2:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if max(t, 19) == 19:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if max(t, t - 3, 2) == 12:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if max(0.5, t) == 12:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if max([t]) == 12:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)  # expect: RTG201
    if max(2, 3) == 2:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if min(2, 3) == 2:
        loss.backward()
    loss = compute_loss()
    loss.backward()
    if max(t, 30) == 19:
        loss.backward()
    if t > 0:
        loss = compute_loss()
        loss.backward(retain_graph=True)
        if max(t, 3) > 10:
            loss.backward()
    else:
        loss = compute_loss()
        loss.backward(retain_graph=True)  # expect: RTG201
        if max(t, 3) > 10:
            loss.backward()

for t in range(20):
    for s in range(20):
        loss = compute_loss()
        loss.backward(retain_graph=True)
        if t < 3 and max(t + 5, s) > 15:
            loss.backward()
