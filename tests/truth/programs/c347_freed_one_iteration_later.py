"""What a step leaves in its memory is read by the next step for the first time, and freed there: only the one behind errs."""

import random

import torch
from torch import nn

torch.manual_seed(0)


class Memory(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.key = nn.Linear(4, 4)
        self.register_buffer("kept", torch.zeros(4, 4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        read = x @ self.kept
        self.kept = self.kept + torch.tanh(self.key(x)).t() @ x
        return read + self.key(x)


def train(model: nn.Module, steps: int) -> None:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        optimizer.zero_grad()
        model(torch.randn(4, 4)).square().mean().backward()  # expect: RTG102


train(Memory(), random.randint(4, 6))
