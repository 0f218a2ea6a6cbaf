"""A network of levels, of which one alone is implemented: the loop over them is left after its first turn."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--levels", type=int, default=1)
options = parser.parse_args([])


def build(levels: int) -> nn.ModuleList:
    steps = []
    for number in range(levels):
        steps.append(nn.Linear(3, 3))
        if number < levels - 1:
            raise NotImplementedError
    return nn.ModuleList(steps)


flow = build(options.levels)
optimizer = torch.optim.SGD(flow.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    flow[0](torch.rand(2, 3)).pow(2).mean().backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
