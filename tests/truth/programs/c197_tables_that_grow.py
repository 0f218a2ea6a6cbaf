"""Blocks whose tables of positions grow with the longest sequence so far, and whose memory carries the graph on."""

import torch
from torch import nn

torch.manual_seed(0)


class Positions(nn.Module):
    def __init__(self, width: int, longest: int) -> None:
        super().__init__()
        self.width = width
        self.tabulate(longest)

    def tabulate(self, longest: int) -> None:
        self.longest = longest
        angles = torch.outer(torch.arange(longest).float(), torch.ones(self.width))
        self.register_buffer("cos", angles.cos(), persistent=False)
        self.register_buffer("sin", angles.sin(), persistent=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if len(x) > self.longest:
            self.tabulate(len(x))
        places = torch.arange(len(x))
        return x * self.cos[places] + x.flip(-1) * self.sin[places]


class Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.key = nn.Linear(width, width)
        self.positions = Positions(width, 2)
        self.register_buffer("memory", torch.zeros(width, width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        key = self.positions(self.key(x))
        read = key @ self.memory
        self.memory = self.memory + key.T @ key
        return x + read


class Stack(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([Block(4) for _ in range(6)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x)
        return x.square().mean()


def sentences(length: int) -> list[torch.Tensor]:
    return [torch.randn(length + step, 4) for step in range(4)]


model = Stack()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for sentence in sentences(torch.initial_seed() % 2 + 1):
    loss = model(sentence)
    loss.backward()  # expect: RTG102
    optimizer.step()
    optimizer.zero_grad()
