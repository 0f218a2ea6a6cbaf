"""A method of the trainer computes a coefficient, on one of its paths from the options and the count of steps: a number, not a
graph."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--first", type=float, default=0.5)
parser.add_argument("--last", type=float, default=0.1)
parser.add_argument("--turns", type=int, default=2)
parser.add_argument("--last_turn", type=int, default=8)
parser.add_argument("--steps", type=int, default=10)
options = parser.parse_args([])


class Agent:
    def __init__(self, first: float, last: float, steps: int) -> None:
        self.first, self.last, self.steps = first, last, steps
        self.count, self.memory = 0, []
        self.net = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def coefficient(self) -> float:
        coefficient = self.last
        if self.count < self.steps:
            coefficient = self.first - self.count * ((self.first - self.last) / self.steps)
        return coefficient

    def act(self, given: torch.Tensor) -> None:
        self.count += 1
        self.memory.append(self.net(given))

    def update(self) -> float:
        losses = [out.pow(2).mean() for out in self.memory]
        sizes = [out.abs().mean() for out in self.memory]
        self.optimizer.zero_grad()
        loss = torch.stack(losses).mean() + self.coefficient() * torch.stack(sizes).mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()
        self.memory = []
        return loss.item()


agent = Agent(options.first, options.last, options.steps)
for _ in range(3):
    for turn in range(options.turns):
        if turn > options.last_turn:
            break
        agent.act(torch.rand(2, 3))
    agent.update()
