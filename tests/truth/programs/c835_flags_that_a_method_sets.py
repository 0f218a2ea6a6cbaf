"""A flag or a word that a method sets may be any when a client calls; one that only the constructor sets is what it is."""

import torch
from torch import nn


class Trainer:
    def __init__(self, net):
        self.net, self.twice, self.mode, self.never = net, False, "once", False

    def enable_second_pass(self):
        self.twice = True

    def set_mode(self, mode):
        self.mode = mode

    def train(self, x):
        loss = self.net(x).square().mean()
        loss.backward(retain_graph=True)
        if self.twice:
            loss.backward()

    def train_by_mode(self, x):
        loss = self.net(x).square().mean()
        loss.backward(retain_graph=True)
        if self.mode == "twice":
            loss.backward()

    def train_once(self, x):
        loss = self.net(x).square().mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        if self.never:
            loss.backward()


exec("""
trainer = Trainer(nn.Sequential(nn.Linear(2, 2), nn.Tanh()))
trainer.enable_second_pass()
trainer.set_mode("twice")
for method in (trainer.train, trainer.train_by_mode, trainer.train_once):
    method(torch.randn(4, 2))
""")
