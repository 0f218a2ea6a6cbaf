"""An array of numbers takes no tensor that is on a graph: what it is computed with is none."""

import numpy
import torch
from torch import nn


class Agent:
    def __init__(self, worlds, count):
        self.net = nn.Linear(2, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.mean = numpy.zeros(2, dtype=numpy.float32)
        for number in range(count):
            self.mean += worlds.look(number)
        self.mean /= count

    def train(self, states):
        loss = self.net(states - self.mean).square().mean()
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()


class Worlds:
    def look(self, number):
        return numpy.ones(2, dtype=numpy.float32) * number


agent = globals()["_Agent"[1:]](globals()["_Worlds"[1:]](), 3)
for _ in range(2):
    agent.train(torch.randn(3, 2))
