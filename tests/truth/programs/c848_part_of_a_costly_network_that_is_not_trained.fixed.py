"""Of a network that is costly to follow one part is trained; the gradients of the other, which is run first, are discarded each time."""

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
        self.encoder = nn.ModuleList([Block(size), Block(size), Block(size), Block(size), Block(size), Block(size)])
        self.head = nn.ModuleList([Block(size), Block(size), Block(size), Block(size), Block(size), Block(size)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for block in self.encoder:
            x = block(x)
        features = torch.tanh(x.detach())
        for block in self.head:
            features = block(features).tanh()
        return torch.tanh(features)


net = Network(3)
optimizer = torch.optim.SGD(net.head.parameters(), lr=0.1)
for _ in range(4):
    net.zero_grad()
    net(torch.rand(2, 3)).mean().backward()
    optimizer.step()
