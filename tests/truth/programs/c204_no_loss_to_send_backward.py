"""Where there is no loss, backward() raises: nothing behind it is reached on that path."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--warm", type=int, default=1)
options = parser.parse_args([])
net, head = nn.Linear(3, 3), nn.Linear(3, 1)
hidden = net(torch.rand(3)).tanh()
if options.warm:
    loss = head(torch.rand(3)).sum()
else:
    hidden.square().sum().backward()
    loss = None
loss.backward()
hidden.sum().backward()
