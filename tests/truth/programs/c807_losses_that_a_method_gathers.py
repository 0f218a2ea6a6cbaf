"""A method that gathers losses and sends them backward once there are four runs the engine in every fourth iteration alone."""

import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.losses = []

    def learn(self, x):
        self.losses.append(self.net(x).square().mean())
        if len(self.losses) == 4:
            self.optimizer.zero_grad()
            torch.stack(self.losses).mean().backward()
            self.optimizer.step()
            self.losses = []


class Forgetful(Trainer):
    def learn(self, x):
        self.losses.append(self.net(x).square().mean())
        if len(self.losses) % 4 == 0:
            torch.stack(self.losses).sum().backward()  # expect: RTG102


def train(trainer):
    for x in torch.randn(20, 3, 2):
        trainer.learn(x)


train(Trainer())
train(Forgetful())
