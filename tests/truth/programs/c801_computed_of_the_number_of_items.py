"""The number of items that a comprehension makes of unknown data may be any greater one, and so may what is computed of it."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))


def compute_loss():
    return net(torch.randn(3, 2)).square().mean()


def run(loader):
    sizes = [len(x) for x in loader]
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if len(sizes) > 10:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if max(len(sizes), 1) > 10:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if min(len(sizes), 15) > 10:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if int(len(sizes)) > 10:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if bool(len(sizes) - 2):
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if len(sizes) + 1 > 10:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if 1 + len(sizes) > 10:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if 2 * len(sizes) > 20:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if len(sizes) * 2 > 20:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if 10 - len(sizes) < 0:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if len(sizes) - 10 > 0:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if -1 * len(sizes) < -10:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if -len(sizes) < -10:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if len(sizes) // 4 == 5:
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)
    if f"{len(sizes)}" == "20":
        loss.backward()
    loss = compute_loss()
    loss.backward(retain_graph=True)  # expect: RTG201
    if len(sizes) + 1 < 1:
        loss.backward()


run(torch.utils.data.DataLoader(torch.randn(20, 2)))
