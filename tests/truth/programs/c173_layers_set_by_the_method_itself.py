"""Layers that a network stores under computed names by its own `__setattr__`: they are among its parameters."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, sizes: list[int]) -> None:
        super().__init__()
        self.layers = []
        width = 3
        for i, size in enumerate(sizes):
            layer = nn.Linear(width, size)
            self.__setattr__(f"layer{i}", layer)
            self.layers.append(layer)
            width = size
        super().__setattr__("last", nn.Linear(width, 2))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return self.last(x)


encoder, head = Encoder([4, 5]), nn.Linear(2, 1)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
optimizer_head = torch.optim.SGD(head.parameters(), lr=0.1)

for _ in range(3):
    optimizer.zero_grad()
    optimizer_head.zero_grad()
    head(encoder(torch.randn(6, 3))).pow(2).mean().backward()
    optimizer.step()
    optimizer_head.step()
