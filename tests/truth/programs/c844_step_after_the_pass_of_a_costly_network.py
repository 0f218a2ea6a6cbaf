"""The pass of a network that is costly to follow saves its parameters, and its input: after a step its graph is stale."""

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

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x)
        for block in self.blocks:
            x = block(x).tanh()
        return torch.tanh(x)


net = Network(3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    net(torch.rand(2, 3)).sum().backward()
    optimizer.step()
late = net(torch.rand(2, 3)).sum()
optimizer.zero_grad()
net(torch.rand(2, 3)).sum().backward()
optimizer.step()
late.backward()  # expect: RTG103
