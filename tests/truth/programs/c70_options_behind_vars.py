"""What vars() gives of options that cannot be seen is data: a condition on it holds or not, the same each time it is asked."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--weight", type=float, default=0.5)
options = vars(parser.parse_args([]))


def find_option(kwargs, key, default):
    found = kwargs.get(key, default)
    return default if found is None else found


def train(weight=None):
    net, judge = nn.Linear(2, 3), nn.Linear(3, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    parts = [nn.Linear(3, 2), nn.Linear(3, 2)]
    for step in range(3):
        optimizer.zero_grad()
        made = torch.tanh(net(torch.randn(4, 2)))
        for number in range(len(parts)):
            keep = (weight > 0) or (number != len(parts) - 1)
            parts[number](made).square().mean().backward(retain_graph=keep)
        if weight > 0:
            loss = -weight * judge(made)[:, 0]
            loss.sum(dim=0).backward()
        optimizer.step()


train(find_option(options, "weight", None))
