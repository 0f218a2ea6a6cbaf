"""Gradients are cleared by what writes zero to all of them, whatever the way."""

import torch
from torch import nn

torch.manual_seed(0)


def fill(p):
    p.grad.data.fill_(0.0)


def scale(p):
    p.grad.mul_(0)


def replace_data(p):
    p.grad.data = torch.zeros_like(p.grad.data)


def replace(p):
    p.grad = torch.zeros_like(p.grad)


def multiply(p):
    p.grad *= 0


def store(p):
    p.grad[:] = 0


for clear in (fill, scale, replace_data, replace, multiply, store):
    painter, judge = nn.Linear(2, 4), nn.Linear(4, 1)
    opt_p, opt_j = (torch.optim.SGD(net.parameters(), lr=0.1) for net in (painter, judge))
    for _ in range(2):
        picture = painter(torch.randn(5, 2)).detach()
        judge_loss = judge(picture).mean() - judge(torch.randn(5, 4)).mean()
        judge_loss.backward()
        opt_j.step()
        for p in painter.parameters():
            if p.grad is not None:
                clear(p)
        painter_loss = -judge(painter(torch.randn(5, 2))).mean()
        painter_loss.backward()
        opt_p.step()
        opt_p.zero_grad()
        opt_j.zero_grad()
