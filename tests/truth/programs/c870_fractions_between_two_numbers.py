"""A share is checked to be above 0 and below 1: there are numbers between these two."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--share", type=float, default=0.5)
options = parser.parse_args([])


class Split:
    def __init__(self, share: float, count: int) -> None:
        if share <= 0 or share >= 1:
            raise ValueError("the share should be in range (0, 1)")
        self.count = int(share * count)


def train(share: float) -> None:
    split = Split(share, 4)
    net = nn.Linear(3, 1)
    loss = net(torch.rand(4, 3)[: split.count]).sigmoid().mean()
    loss.backward()
    loss.backward()  # expect: RTG101


train(options.share)
