"""A method that fills what another one trains on is called like a method of the optimiser, which that one calls."""

import pydoc

import torch
from torch import nn


class Learner:
    def __init__(self, count):
        self.count = count
        self.critic = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
        self.optimizer = torch.optim.Adam(self.critic.parameters())

    def step(self):
        self.values = torch.zeros(self.count, 1)
        for i in range(self.count):
            self.values[i] = self.critic(torch.randn(4))

    def train(self):
        self.optimizer.zero_grad()
        for i in range(self.count):
            loss = (1 - self.values[i]).pow(2).mean()
            loss.backward(retain_graph=True)
        self.optimizer.step()


learner = pydoc.locate("builtins.map")(Learner, [3])
learner = list(learner)[0]
for _ in range(2):
    learner.step()
    learner.train()
