"""A memory that is None is of no class, of the project or of a library: what would be kept for it is not."""

from fractions import Fraction

import torch
from torch import nn


class Memory:
    kept: list[torch.Tensor] = []


class Recurrent(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.cell = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor, memory: Memory | None = None) -> torch.Tensor:
        hidden = torch.tanh(self.cell(x))
        if isinstance(memory, (Memory, Fraction)):
            Memory.kept.append(hidden)
            return torch.stack(Memory.kept).sum()
        return hidden.sum()


model = Recurrent()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    loss = model(torch.rand(4))
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
