"""A model that cuts its memory off, and in its place, if so asked, one that cannot be seen: given the memory, it may do the same."""

import argparse
import operator

import torch
from torch import nn


class Recurrent(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.cell = nn.Linear(width, width)

    def forward(self, x: torch.Tensor, memory: torch.Tensor | None) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = torch.tanh(self.cell(x) + (0 if memory is None else memory))
        return hidden, hidden.detach()


parser = argparse.ArgumentParser()
parser.add_argument("--other", action="store_true")
options = parser.parse_args([])
model = operator.itemgetter(0)([Recurrent])(4) if options.other else Recurrent(4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
memory = None
for _ in range(3):
    optimizer.zero_grad()
    hidden, memory = model(torch.rand(4), memory)
    hidden.sum().backward()
    optimizer.step()
