"""Options double the paths: an object of which each of them makes one may keep a graph, and the retain is needed then."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
for name in ("data", "log", "save", "resume"):
    parser.add_argument(f"--{name}")
parser.add_argument("--twice", default="yes")
options = parser.parse_args([])


class Keeper:
    def __init__(self, twice: str) -> None:
        self.twice = twice
        if twice:
            self.last: list[torch.Tensor] = []

    def put(self, value: torch.Tensor) -> torch.Tensor:
        if self.twice:
            self.last.append(value)
        return value


data = open(options.data) if options.data else None
log = print if options.log else None
folder = f"runs/{options.save}" if options.save else None
start = "start" if options.resume else None
keeper = Keeper(options.twice)
hidden = keeper.put(nn.Linear(3, 3)(torch.rand(2, 3)).tanh())
hidden.sum().backward(retain_graph=True)
if options.twice:
    keeper.last[0].mean().backward()
if log is not None:
    log(data, folder, start)
