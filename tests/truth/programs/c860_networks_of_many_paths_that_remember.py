"""Options double the paths, and choose between two networks, one of which remembers: its graph is carried into the next iteration."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
for name in ("data", "log", "save", "resume"):
    parser.add_argument(f"--{name}")
parser.add_argument("--recurrent", default="yes")
options = parser.parse_args([])


class Plain(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = self.layer(x).tanh()
        return hidden, hidden.square().mean()


class Recurrent(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.states = [torch.zeros(3)]

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        self.states.append((self.layer(x) + self.states[-1]).tanh())
        return self.states[-1], self.states[-1].square().mean()


class Trainer:
    def __init__(self) -> None:
        self.net = Recurrent() if options.recurrent else Plain()
        self.data = open(options.data) if options.data else None
        self.log = print if options.log else None
        self.folder = f"runs/{options.save}" if options.save else None
        self.start = "start" if options.resume else None

    def train(self) -> None:
        _, loss = self.net(torch.rand(2, 3))
        loss.backward(retain_graph=True)


trainer = Trainer()
for _ in range(3):
    trainer.train()
