"""Running statistics are read where no graph is recorded; where one is, they are only gathered."""

import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))
        self.mean = torch.zeros(3)

    def forward(self, x):
        if not torch.is_grad_enabled():
            return (x - self.mean) * self.scale
        mean = x.mean(0)
        self.mean = 0.9 * self.mean.detach() + 0.1 * mean
        return (x - mean).tanh() * self.scale


class Memory(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))
        self.kept = torch.zeros(3)

    def forward(self, x):
        if torch.is_grad_enabled():
            self.kept = (self.kept * self.scale).sigmoid()
        return x * self.kept * self.scale


body, norm = nn.Linear(4, 3), Norm()
optimizer = torch.optim.SGD([*body.parameters(), *norm.parameters()], lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    norm(body(torch.rand(2, 4))).sum().backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    with torch.no_grad():
        norm(body(torch.rand(2, 4)))

memory = Memory()
memory(torch.rand(2, 3)).sum().backward(retain_graph=True)
memory(torch.rand(2, 3)).sum().backward()
with torch.no_grad():
    memory(torch.rand(2, 3))
memory.kept = memory.kept.detach()
memory(torch.rand(2, 3)).sum().backward()
