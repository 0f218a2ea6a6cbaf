"""What scales gradients, keeps them small or writes a part of them clears nothing: the rest gets into another step."""

import torch
from torch import nn

torch.manual_seed(0)


def scale(p):
    p.grad.mul_(0.5)


def clamp(p):
    p.grad.data.clamp_(-1, 1)


def divide(p):
    p.grad /= 2


def freeze(p):
    p.grad[0] = 0


nets = nn.ModuleList()
for change in (scale, clamp, divide, freeze):
    painter, judge = nn.Linear(2, 4), nn.Linear(4, 1)
    nets.extend([painter, judge])
    opt_p, opt_j = (torch.optim.SGD(net.parameters(), lr=0.1) for net in (painter, judge))
    for _ in range(2):
        opt_p.zero_grad()
        opt_j.zero_grad()
        picture = painter(torch.randn(5, 2))
        judge_loss = judge(picture.detach()).mean() - judge(torch.randn(5, 4)).mean()
        judge_loss.backward()
        opt_j.step()
        for p in painter.parameters():
            if p.grad is not None:
                change(p)
        painter_loss = -judge(painter(torch.randn(5, 2))).mean()
        painter_loss.backward()
        opt_p.step()
