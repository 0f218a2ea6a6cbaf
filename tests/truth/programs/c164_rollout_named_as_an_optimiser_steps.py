"""What fills the values is called like a method of the optimisers, which the training of them calls: the rows of the values
are written into one tensor, so that each row's loss runs through the networks of all, changed by then."""

import pydoc

import torch
from torch import nn


class Learner:
    def __init__(self, count):
        self.count = count
        self.critics = []
        self.optimizers = []
        for _ in range(count):
            critic = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
            self.critics.append(critic)
            self.optimizers.append(torch.optim.Adam(critic.parameters()))

    def step(self):
        self.values = torch.zeros(self.count, 3, 1)
        for i in range(self.count):
            for t in range(3):
                self.values[i][t] = self.critics[i](torch.randn(4))

    def train(self):
        for i in range(self.count):
            loss = (1 - self.values[i]).pow(2).mean()
            self.optimizers[i].zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG103
            self.optimizers[i].step()


learner = next(pydoc.locate("builtins.map")(Learner, [3]))
learner.step()
learner.train()
