"""What is computed of a running index is another number in each iteration: few of a long loop are followed, the first stands
for itself alone."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))


def compute_loss():
    return net(torch.randn(3, 2)).square().mean()


for t in range(20):
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if 1 + t > 10:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if 2 * t > 20:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if t * 2 > 20:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if 19 - t < 5:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if t / 2 > 6:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if t + t > 30:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if t & 8:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if t ^ 1 > 10:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if t * t > 200:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if sum([t, 1]) > 10:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if int(t / 2) > 6:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if t // 2 > 6:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if t % 2 == 1 and t > 10:
        loss.backward()
    if t == 0:
        loss = compute_loss()
        loss.backward(retain_graph=True)  # expect: RTG201
        if 2 * t > 3:
            loss.backward()
        loss = compute_loss()
        loss.backward(retain_graph=True)  # expect: RTG201
        if 3 - t < 3:
            loss.backward()
        loss = compute_loss()
        loss.backward(retain_graph=True)  # expect: RTG201
        if t * 2 > 3:
            loss.backward()
    else:
        loss = compute_loss()
        loss.backward(retain_graph=True)
        if t * 2 > 20:
            loss.backward()
