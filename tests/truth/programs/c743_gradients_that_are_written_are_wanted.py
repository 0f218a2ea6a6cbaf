"""Gradients that a program writes a part of have to be there, whoever throws them away later."""

import torch
from torch import nn

painter, judge = nn.Linear(2, 4), nn.Linear(4, 1)
opt_p, opt_j = (torch.optim.SGD(net.parameters(), lr=0.1) for net in (painter, judge))
for _ in range(2):
    opt_j.zero_grad()
    judge(painter(torch.randn(5, 2))).mean().backward()
    opt_j.step()
    for p in painter.parameters():
        p.grad[0] = 0
    opt_p.zero_grad()
    painter(torch.randn(5, 2)).square().mean().backward()
    opt_p.step()
