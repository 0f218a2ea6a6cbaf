"""A script chooses between trainers of two files, and one of them hands on what its graph is needed for."""

import sys

import plain
import torch
import twice
from torch import nn


def train(kind: str) -> None:
    net = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    if kind == "plain":
        plain.PlainTrainer(net, optimizer).train()
    elif kind == "twice":
        trainer = twice.TwiceTrainer(net, optimizer)
        trainer.train()
        trainer.extra.backward()
    else:
        raise ValueError(kind)


train("plain" if len(sys.argv) > 1 else "twice")
train("plain")
