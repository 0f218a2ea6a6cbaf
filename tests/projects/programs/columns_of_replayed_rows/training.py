"""Rows that somebody else has stored are drawn, and their columns made tensors: more of them than were followed, and all alike."""

import random
from collections import deque

import numpy as np
import torch
from torch import nn


class Memory:
    def __init__(self):
        self.rows = deque(maxlen=100)

    def add(self, state, action, reward, following):
        self.rows.append((state, action, reward, following))

    def sample(self, size):
        drawn = random.sample(self.rows, size)
        state, action, reward, following = map(lambda column: torch.FloatTensor(np.stack(column)), zip(*drawn))
        return state, action, reward, following


class Agent:
    def __init__(self):
        self.memory = Memory()
        self.net = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def train(self):
        state, action, reward, following = self.memory.sample(4)
        reward = reward.squeeze(1)
        self.optimizer.zero_grad()
        loss = ((self.net(state).squeeze(1) - reward) * action).square().mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        other = ((self.net(following).squeeze(1) - reward) * action).abs().mean()
        other.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()
