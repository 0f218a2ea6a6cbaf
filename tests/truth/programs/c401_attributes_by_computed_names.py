"""Attributes are set and read by names that are made of what loops find."""

import os

import torch
from torch import nn

names = os.environ.get("NAMES", "day night dusk").split()


class Trainer:
    def __init__(self):
        pairs = dict(zip(names, [nn.Linear(2, 4) for _ in names]))
        for name in names:
            setattr(self, f"painter_{name}", pairs[name])
            setattr(self, "judge_%s" % name, nn.Linear(4, 1))
        self.painting = {name: torch.optim.SGD(pairs[name].parameters(), lr=0.1) for name in names}
        self.judging = dict((name, torch.optim.SGD(self.judge(name).parameters(), lr=0.1)) for name in names)

    def judge(self, name):
        return getattr(self, "judge_{}".format(name))

    def train(self, xs):
        for x in xs:
            for name in names:
                shown = getattr(self, "painter_" + name)(torch.randn(5, 2))
                self.judging[name].zero_grad()
                (self.judge(name)(shown).mean() - self.judge(name)(x).mean()).backward()  # expect: RTG301
                self.judging[name].step()
                self.painting[name].zero_grad()
                shown = getattr(self, "painter_" + name)(torch.randn(5, 2))
                (-self.judge(name)(shown).mean()).backward()
                self.painting[name].step()


Trainer().train(torch.randn(3, 5, 4))
