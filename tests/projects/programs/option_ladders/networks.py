"""Options are chosen elsewhere; each ladder of them makes the loss that is read after it, and no other is read."""

import torch
from settings import options
from torch import nn


class Model:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        self.critic = nn.Linear(1, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def judge(self):
        judged = self.critic(self.fake)
        if options.kind == "wgan":
            self.loss_gan = -judged.mean()
        elif options.kind in ["vanilla", "lsgan"]:
            self.loss_gan = (judged - 1).pow(2).mean()
        elif options.kind == "relative":
            self.loss_gan = (judged - judged.mean()).abs().mean()

    def mask(self):
        if options.mask == "center":
            self.loss_mask = self.fake[:2].abs().mean()
        elif options.mask == "random":
            self.loss_mask = self.fake[torch.randperm(4)[:2]].abs().mean()
        elif options.mask == "none":
            self.loss_mask = self.fake.abs().mean()

    def regularise(self):
        if options.norm == "l1":
            self.loss_norm = self.fake.abs().sum()
        elif options.norm == "l2":
            self.loss_norm = self.fake.pow(2).sum()
        elif options.norm == "max":
            self.loss_norm = self.fake.max()

    def step(self, x):
        self.fake = self.net(x)
        self.optimizer.zero_grad()
        self.judge()
        self.mask()
        self.regularise()
        losses = [self.loss_gan, self.loss_mask, self.loss_norm]
        sum(losses).backward()
        self.optimizer.step()
