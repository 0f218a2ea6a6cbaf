"""A loss that is set on a tensor or on an object that cannot be seen, or kept in a variable of a context, is still the loss."""

import contextvars
import threading

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
current = contextvars.ContextVar("current")
local = threading.local()


def compute_loss():
    return net(torch.randn(6, 2)).square().mean()


for step in range(4):
    optimizer.zero_grad()
    out = net(torch.randn(6, 2))
    out.side = out.abs().mean()
    out.square().mean().backward(retain_graph=True)
    out.side.backward()
    loss = compute_loss()
    loss.number = step
    loss.backward(retain_graph=True)  # expect: RTG201
    first = compute_loss()
    current.set(first)
    first.backward(retain_graph=True)
    current.get().backward()
    second = compute_loss()
    local.loss = second
    second.backward(retain_graph=True)
    local.loss.backward()
    third = compute_loss()
    local.number = third.item()
    third.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
