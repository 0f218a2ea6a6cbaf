"""The body of a script chooses between trainers of three files, by names that it gives them, and by a table."""

import sys

import apart
import plain as one
import torch
from torch import nn
from twice import train_twice as two

net = nn.Linear(3, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
TABLE = {"apart": apart.train}
kind = "plain" if len(sys.argv) > 1 else "twice"

if kind == "plain":
    one.train_plain(net, optimizer)
elif kind == "twice":
    two(net).backward()
else:
    TABLE[kind](net).backward()

one.train_plain(net, optimizer)
apart.train(net).backward()
