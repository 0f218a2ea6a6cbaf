"""How a file's definitions came about decides nothing of what is run later: a branch of the training loop is one path."""
import argparse

import torch
from torch import nn

import extras

parser = argparse.ArgumentParser()
parser.add_argument("--warm", type=int, default=1)
warm = parser.parse_args([]).warm

sampler, model = nn.Linear(3, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD([*sampler.parameters(), *model.parameters()], lr=0.0)
for step in range(4):
    optimizer.zero_grad()
    if not step > warm:
        drawn = sampler(torch.randn(3)).tanh()
    loss = (model(torch.randn(3)) * drawn).sum()
    loss.backward()  # expect: RTG102
    optimizer.step()
    if extras.Extra:
        print(loss.item())
