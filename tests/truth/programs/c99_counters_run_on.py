"""Counters stand for any later number once they are carried over: what waits for a thousand steps is no dead code. Those
that start anew in each iteration, or that their own loop is followed by, are the numbers that they are."""

import torch
from torch import nn

torch.manual_seed(0)


class Trainer:
    def __init__(self, warmup: int = 20) -> None:
        self.net = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.warmup, self.step = warmup, 0

    def train_step(self, x: torch.Tensor) -> None:
        self.step += 1
        y = self.net(x)
        self.optimizer.zero_grad()
        y.pow(2).mean().backward(retain_graph=True)
        if self.step > self.warmup:
            y.exp().mean().backward()
        self.optimizer.step()


trainer = Trainer()
for _ in range(25):
    trainer.train_step(torch.randn(3, 4))

net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
count = 0
for _ in range(12):
    y = net(torch.randn(3, 4)).tanh()
    optimizer.zero_grad()
    count = count + 2
    y.mean().backward(retain_graph=True)
    if count >= 20:
        y.sum().backward()
    optimizer.step()

count = 0
for _ in range(30):
    count += 1
    if count % 10:
        continue
    y = net(torch.randn(3, 4)).tanh()
    optimizer.zero_grad()
    y.mean().backward(retain_graph=True)
    if count == 30:
        y.sum().backward()
    optimizer.step()

for _ in range(10):
    tries = 0
    tries += 1
    y = net(torch.randn(3, 4)).tanh()
    optimizer.zero_grad()
    y.mean().backward(retain_graph=True)  # expect: RTG201
    if tries > 3:
        y.sum().backward()
    optimizer.step()

for _ in range(10):
    y = net(torch.randn(3, 4)).tanh()
    optimizer.zero_grad()
    passes = 0
    while passes < 2:
        passes += 1
        y.mean().backward(retain_graph=passes < 2)
    optimizer.step()


class Agent:
    def __init__(self) -> None:
        self.memory: list[torch.Tensor] = []
        self.net = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def learn(self) -> None:
        y = self.net(torch.stack(self.memory[-8:]))
        self.optimizer.zero_grad()
        y.mean().backward(retain_graph=True)
        if len(self.memory) > 12:
            y.sum().backward()
        self.optimizer.step()


agent = Agent()
for _ in range(20):
    agent.memory.append(torch.randn(4))
    agent.learn()
