"""Each optimiser steps through a GradScaler and is cleared behind it: what the generator's loss leaves in the critic adds to
the critic's own gradients."""

import torch
from torch import nn

torch.manual_seed(0)


class Pair:
    def __init__(self) -> None:
        self.painter, self.judge = nn.Linear(2, 4), nn.Linear(4, 1)
        judging = set(self.judge.parameters())
        self.opt_p = torch.optim.SGD(self.painter.parameters(), lr=0.1)
        self.opt_j = torch.optim.SGD(judging, lr=0.1)
        self.scaler_p = torch.amp.GradScaler("cpu", enabled=False)
        self.scaler_j = torch.amp.GradScaler("cpu", enabled=False)

    def step(self) -> None:
        loss = -self.judge(self.painter(torch.randn(5, 2))).mean()
        self.scaler_p.scale(loss).backward()
        self.scaler_p.step(self.opt_p)
        self.scaler_p.update()
        self.opt_p.zero_grad()
        self.opt_j.zero_grad()
        picture = self.painter(torch.randn(5, 2)).detach()
        loss = self.judge(picture).exp().mean() - self.judge(torch.randn(5, 4)).mean()
        self.scaler_j.scale(loss).backward()
        self.scaler_j.step(self.opt_j)
        self.scaler_j.update()
        self.opt_j.zero_grad()


pair = Pair()
for _ in range(2):
    pair.step()
nets = nn.ModuleList([pair.painter, pair.judge])
