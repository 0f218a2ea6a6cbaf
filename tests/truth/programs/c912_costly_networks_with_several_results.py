"""Passes of costly networks that give several results: what these hang on alike is freed by either, what each has for itself is not."""

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


class Halves(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.chain = Chain(size)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        first, second = self.chain(x).chunk(2, dim=1)
        return first, second


class Apart(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.left, self.right = Chain(size), Chain(size)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.left(x), self.right(x)


encoder, halves, apart = Encoder(4), Halves(4), Apart(4)
parts = [*encoder.parameters(), *halves.parameters(), *apart.parameters()]
optimizer = torch.optim.SGD(parts, lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    mean, spread = encoder(torch.rand(2, 4))
    (mean + spread).sum().backward(retain_graph=True)  # expect: RTG201
    first, second = halves(torch.rand(2, 4))
    (first * second).sum().backward(retain_graph=True)  # expect: RTG201
    left, right = apart(torch.rand(2, 4))
    left.sum().backward(retain_graph=True)  # expect: RTG201
    right.sum().backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
for _ in range(3):
    optimizer.zero_grad()
    mean, spread = encoder(torch.rand(2, 4))
    mean.sum().backward(retain_graph=True)
    print(encoder.mean.weight.grad)
    spread.sum().backward()
    first, second = halves(torch.rand(2, 4))
    first.sum().backward(retain_graph=True)
    print(halves.chain.blocks[0].first.weight.grad)
    second.sum().backward()
    left, right = apart(torch.rand(2, 4))
    left.sum().backward()
    right.sum().backward()
    optimizer.step()
try:
    for _ in range(3):
        optimizer.zero_grad()
        first, second = halves(torch.rand(2, 4))
        (first + second).sum().backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
except ArithmeticError:
    print("nothing was trained")
