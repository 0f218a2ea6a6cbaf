"""A method that learns only once others have counted far enough, or have left enough graphs, which it then forgets."""

import numpy as np
import torch
from torch import nn


class Learner:
    def __init__(self):
        self.count = 0
        self.states = np.zeros((100, 2), dtype=np.float32)
        self.rewards = np.zeros((100, 1), dtype=np.float32)
        self.net = nn.Linear(2, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def store(self, state, reward):
        self.states[self.count] = state
        self.rewards[self.count] = reward
        self.count += 1

    def learn(self):
        if self.count < 3:
            return
        places = np.random.choice(self.count, 3)
        states, rewards = torch.tensor(self.states[places]), torch.tensor(self.rewards[places])
        loss = (self.net(states) - rewards).square().mean()
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()


class Actor:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        self.chances = []

    def act(self, state):
        self.chances.append(self.net(state).sigmoid().log())

    def learn(self):
        if len(self.chances) < 3:
            return
        loss = -torch.cat(self.chances).sum()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.chances.clear()


learner, actor = eval("Learner")(), eval("Actor")()
for _ in range(7):
    learner.store(np.random.rand(2), 1.0)
    learner.learn()
    actor.act(torch.rand(2))
    actor.learn()
