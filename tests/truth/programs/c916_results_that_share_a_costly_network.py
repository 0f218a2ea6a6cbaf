"""What both results of a costly network hang on is freed by the first of them that is sent backward."""

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


class Chain(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([Block(size), Block(size), Block(size), Block(size), Block(size), Block(size)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x)
        for block in self.blocks:
            x = block(x).tanh()
        return x


class Encoder(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.chain = Chain(size)
        self.mean, self.spread = nn.Linear(size, 2), nn.Linear(size, 2)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = self.chain(x)
        return self.mean(hidden), self.spread(hidden).exp()


encoder = Encoder(4)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    mean, spread = encoder(torch.rand(2, 4))
    (mean + spread).sum().backward()
    optimizer.step()
optimizer.zero_grad()
mean, spread = encoder(torch.rand(2, 4))
mean.sum().backward()
spread.sum().backward()  # expect: RTG101
