"""What a generator is sent it may send backward; it was run through, as far as is followed, when it was made."""

import torch
from torch import nn


def send_back_each():
    while True:
        loss = yield
        loss.backward()


def smooth():
    total = 0
    while True:
        loss = yield total
        total = total * 0.5 + loss


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
sink, smoother = send_back_each(), smooth()
next(sink)
next(smoother)


def compute_loss():
    return net(torch.randn(6, 2)).square().mean()


for step in range(3):
    optimizer.zero_grad()
    first = compute_loss()
    first.backward(retain_graph=True)
    sink.send(first)
    second = compute_loss()
    second.backward(retain_graph=True)
    smoother.send(second).backward(retain_graph=True)
    third = compute_loss()
    third.backward(retain_graph=True)  # expect: RTG201
