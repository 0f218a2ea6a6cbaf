"""Many passes of networks that are costly to follow, in one step: each builds a graph of its own, and two engine calls of the step share
the passes of the generators."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(size, size), nn.Linear(size, size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.relu(self.first(x))
        h = torch.tanh(self.second(h) + h * 0.5)
        return x + torch.sigmoid(h) * h


class Network(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([Block(size), Block(size), Block(size), Block(size), Block(size), Block(size)])
        self.last = nn.Linear(size, size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x)
        for block in self.blocks:
            x = block(x).tanh()
        return torch.tanh(self.last(x))


class Cycle:
    def __init__(self) -> None:
        self.there, self.back, self.judge = Network(3), Network(3), Network(3)
        both = [*self.there.parameters(), *self.back.parameters()]
        self.optimizer = torch.optim.SGD(both, lr=0.1)
        self.judging = torch.optim.SGD(self.judge.parameters(), lr=0.1)

    def judge_step(self, real: torch.Tensor, fake: torch.Tensor) -> None:
        self.judging.zero_grad()
        loss = (self.judge(real) - 1).square().mean() + self.judge(fake.detach()).square().mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.judging.step()

    def step(self, a: torch.Tensor, b: torch.Tensor) -> None:
        self.optimizer.zero_grad()
        fake_b, fake_a = self.there(a), self.back(b)
        cycle = (self.back(fake_b) - a).abs().mean() + (self.there(fake_a) - b).abs().mean()
        same = (self.there(b) - b).abs().mean() + (self.back(a) - a).abs().mean()
        fool = (self.judge(fake_b) - 1).square().mean() + (self.judge(fake_a) - 1).square().mean()
        (cycle + same).backward(retain_graph=True)
        fool.backward()
        self.optimizer.step()
        self.judge_step(b, fake_b)
        self.judge_step(a, fake_a)
        self.optimizer.zero_grad()
        loss = (self.back(self.there(a)) - a).square().mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()


cycle = Cycle()
for epoch in range(2):
    for batch in range(2):
        cycle.step(torch.rand(2, 3), torch.rand(2, 3))
