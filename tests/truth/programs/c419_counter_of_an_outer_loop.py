"""A counter that an outer loop adds to at its end stands for later numbers in the next iteration: what waits for so many
episodes is no dead code in the inner loop."""

import torch
from torch import nn


class Agent:
    def __init__(self, wait: int) -> None:
        self.net = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.wait, self.episodes = wait, 0
        self.kept: torch.Tensor | None = None

    def update(self, x: torch.Tensor) -> torch.Tensor | None:
        if self.episodes <= self.wait:
            return None
        loss = self.net(x).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()
        return loss

    def update_late(self, x: torch.Tensor) -> None:
        loss = self.net(x).tanh().mean()
        loss.backward(retain_graph=True)
        if self.episodes > self.wait:
            (2 * loss).backward()


agent = Agent(3)
for _episode in range(8):
    for _step in range(3):
        last = agent.update(torch.randn(2, 3))
        agent.update_late(torch.randn(2, 3))
    agent.episodes += 1
