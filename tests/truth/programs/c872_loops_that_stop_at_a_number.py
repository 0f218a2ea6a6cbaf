"""Loops go through one graph again and again, and free it in the turn that is their last: the first that is no longer below a bound
breaks off."""

import argparse
import itertools

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--turns", type=int, default=10)
options = parser.parse_args([])
net = nn.Linear(3, 1)
loader = torch.utils.data.DataLoader(torch.rand(100, 3))

hidden = net(torch.rand(2, 3)).tanh()
for number, _ in enumerate(loader):
    if number < 9:
        hidden.mean().backward(retain_graph=True)
    else:
        hidden.mean().backward()
    if number == 9:
        break

hidden = net(torch.rand(2, 3)).tanh()
for number, _ in enumerate(loader):
    if number < options.turns:
        hidden.mean().backward(retain_graph=True)
    else:
        hidden.mean().backward()
    if number == options.turns:
        break

hidden = net(torch.rand(2, 3)).tanh()
done = 0
while True:
    if done < 9:
        hidden.mean().backward(retain_graph=True)
    else:
        hidden.mean().backward()
    done += 1
    if done == 10:
        break

hidden = net(torch.rand(2, 3)).tanh()
for number in itertools.count(1):
    if number != options.turns:
        hidden.mean().backward(retain_graph=True)
    else:
        hidden.mean().backward()
    if number >= options.turns:
        break
