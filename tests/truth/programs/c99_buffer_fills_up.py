"""A buffer that fills up over more iterations than are followed: learning starts all the same."""

from collections import deque

import torch
from torch import nn

BATCH = 8


class Agent:
    def __init__(self) -> None:
        self.memory: deque[torch.Tensor] = deque(maxlen=100)
        self.net = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def learn(self) -> None:
        if len(self.memory) < BATCH:
            return
        value = self.net(torch.stack(list(self.memory)))
        self.optimizer.zero_grad()
        value.pow(2).mean().backward(retain_graph=True)
        self.optimizer.step()
        self.optimizer.zero_grad()
        value.exp().mean().backward()  # expect: RTG103
        self.optimizer.step()


agent = Agent()
for _ in range(20):
    agent.memory.append(torch.randn(4))
    agent.learn()
