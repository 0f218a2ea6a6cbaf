"""An array of numbers copies what is stored in it: no graph comes out of a replay buffer again. One of objects keeps them."""

import contextvars

import numpy as np
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 1), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


class World:
    def step(self, action):
        return torch.randn(3) + float(action.sum()), 1.0


class Buffer:
    def __init__(self, size):
        self.seen = np.zeros((size, 3), dtype=np.float32)
        self.rewards = np.ones(size)
        self.place = 0

    def store(self, seen, reward):
        self.seen[self.place] = seen
        self.rewards[self.place] = reward
        self.place += 1

    def get(self):
        self.place = 0
        data = dict(seen=self.seen, rewards=self.rewards)
        return {key: torch.as_tensor(value, dtype=torch.float32) for key, value in data.items()}


def train(world, epochs, size):
    buffer = Buffer(size)
    seen = torch.zeros(3)
    for _epoch in range(epochs):
        for _step in range(size):
            seen, reward = world.step(net(seen).detach().numpy())
            buffer.store(seen, reward)
        data = buffer.get()
        for _round in range(epochs):
            optimizer.zero_grad()
            loss = (net(data["seen"]).squeeze() - data["rewards"]).pow(2).mean()
            loss.backward(retain_graph=True)  # expect: RTG201
            optimizer.step()


def keep(values):
    kept = np.empty(len(values), dtype=object)
    for place, value in enumerate(values):
        kept[place] = net(value).mean()
    return kept


def repeat(values):
    kept = keep(values)
    for loss in kept:
        loss.backward(retain_graph=True)
    kept[0].backward()


setup = contextvars.ContextVar("setup", default=(World(), 3, 4))
train(*setup.get())
repeat(torch.randn(3, 3))
