"""A loop of which a check has said that it goes on for longer than it is followed does end."""

import torch
from torch import nn


def list_windows(series, order):
    if series.shape[1] <= order:
        raise ValueError("too short")
    return [series[:, t - order : t] for t in range(order, series.shape[1])]


def train(net, batches):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    if len(batches) < 8:
        raise ValueError("too few")
    losses = []
    for x in batches:
        losses.append(net(x).mean())
    loss = torch.stack(losses).mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()


def train_each(net, batches):
    if len(batches) < 8:
        raise ValueError("too few")
    losses, shared = [], net(batches[0])
    for x in batches:
        losses.append((shared * x).mean())
    losses[5].backward(retain_graph=True)
    losses[6].backward()


def train_on_windows(net, series):
    windows = list_windows(series, 3)
    loss = net(windows[0]).mean()
    loss.backward(retain_graph=True)  # expect: RTG201


def train_and_look_back(net, batches):
    if len(batches) < 8:
        raise ValueError("too few")
    losses, count = [], 0
    for number, x in enumerate(batches):
        losses.append(net(x).mean())
        count += 1
    for loss in losses[:4]:
        loss.backward(retain_graph=True)
    if number == len(batches) - 1:
        losses[0].backward()
    if count == len(batches):
        losses[1].backward()
    if len(losses) == len(batches):
        losses[2].backward()
    if len(batches) >= 8:
        losses[3].backward()


exec("""
net = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
for function in (train, train_each, train_and_look_back):
    function(net, [torch.randn(4, 3) for _ in range(9)])
train_on_windows(net, torch.randn(2, 9))
""")
