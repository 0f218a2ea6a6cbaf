"""Options written down by hand decide whether a memory is cut off."""

from types import SimpleNamespace

import torch
from torch import nn


class Memory(nn.Module):
    def __init__(self, options: SimpleNamespace) -> None:
        super().__init__()
        self.options = options
        self.cell = nn.Linear(options.width, options.width)
        self.state = torch.zeros(options.width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        state = torch.tanh(self.cell(x) + self.state)
        self.state = state.detach() if self.options.cut else state
        return state


def train(memory: Memory, optimizer: torch.optim.Optimizer) -> None:
    for _ in range(3):
        optimizer.zero_grad()
        loss = memory(torch.rand(4)).sum()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


memory = Memory(SimpleNamespace(width=4, cut=True))
train(memory, torch.optim.SGD(memory.parameters(), lr=0.1))
