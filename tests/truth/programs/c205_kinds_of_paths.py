"""Options of which each doubles the paths: of a model that is built in one of two ways, each way is followed to the end."""

import argparse
import statistics

import torch
from torch import nn

parser = argparse.ArgumentParser()
for name in ("data", "log", "save", "resume", "other"):
    parser.add_argument(f"--{name}")
options = parser.parse_args([])


class Stateless(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.cell = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.tanh(self.cell(x))


class Recurrent(Stateless):
    memory = torch.zeros(4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.memory = torch.tanh(self.cell(x) + self.memory)
        return self.memory


data = open(options.data) if options.data else None
log = print if options.log else None
folder = f"runs/{options.save}" if options.save else None
start = "start" if options.resume else None
model = statistics.mode([Stateless])() if options.other else Recurrent()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    loss = model(torch.rand(4)).sum()
    loss.backward()  # expect: RTG102
    optimizer.step()
    if log is not None:
        log(data, folder, start, loss.item())
