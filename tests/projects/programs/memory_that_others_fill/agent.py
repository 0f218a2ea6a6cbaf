"""An agent that learns once its memory holds enough; the memory is filled by whoever plays."""

import random

import torch
from torch import nn


class Memory:
    def __init__(self):
        self.rows, self.counted = [], 0

    def push(self, row):
        self.rows.append(row)
        self.counted += 1

    def sample(self, number):
        return random.sample(self.rows, number)


class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.memory = Memory()

    def learn(self):
        if len(self.memory.rows) < 2 or self.memory.counted < 2:
            return
        states, rewards = map(torch.stack, zip(*self.memory.sample(2)))
        loss = (self.net(states)[:, 0] - rewards).square().mean()
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()
