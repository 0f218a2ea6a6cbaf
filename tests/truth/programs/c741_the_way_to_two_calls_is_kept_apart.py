"""Many ways through the options, most of them to one backward call: the way to two is not joined with them."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
for name in ("plain", "deep", "wide", "noisy"):
    parser.add_argument(f"--{name}", action="store_true")
options = parser.parse_args()
net = nn.Linear(4, 4)


def train(x):
    depth = 0
    if options.plain:
        kind, turns = "plain", 1
        if options.deep:
            depth += 1
            x = net(x)
        if options.wide:
            depth += 2
            x = net(x).tanh()
        if options.noisy:
            depth += 4
            x = x + net(x).sigmoid()
        loss = net(x).exp().sum()
    else:
        kind, turns = "double", 2
        loss = net(x).exp().sum()
    print(kind, depth)
    for _ in range(turns):
        loss.backward()  # expect: RTG102


train(torch.randn(2, 4))
