"""A method that learns only once others have remembered enough: a client may have called these any number of times."""

import random
from collections import deque

import torch
from torch import nn

ENOUGH = 3


class Learner:
    def __init__(self):
        self.memory = deque(maxlen=100)
        self.net = nn.Linear(2, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def remember(self, state, reward):
        self.memory.append((state, reward))

    def learn(self):
        if len(self.memory) < ENOUGH:
            return
        batch = random.sample(self.memory, ENOUGH)
        states = torch.stack([state for state, _ in batch])
        rewards = torch.tensor([[reward] for _, reward in batch])
        loss = (self.net(states) - rewards).square().mean()
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()


class Rehearsal:
    def __init__(self):
        self.tasks = []
        self.net = nn.Linear(2, 2)

    def end_task(self, task):
        self.tasks.append((task[0], task[1]))

    def rehearse(self):
        if len(self.tasks) > 0:
            for inputs, labels in self.tasks:
                loss = nn.functional.cross_entropy(self.net(inputs), labels)
                loss.backward(retain_graph=True)  # expect: RTG201


learner = eval("Learner")()
rehearsal = eval("Rehearsal")()
for _ in range(5):
    learner.remember(torch.randn(2), 1.0)
    learner.learn()
    rehearsal.end_task((torch.randn(3, 2), torch.tensor([0, 1, 0])))
    rehearsal.rehearse()
