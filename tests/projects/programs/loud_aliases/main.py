"""A bound method of another file resets a state, under another name."""

import torch
from cells import cell
from cells import again as start_over


def report(turn):
    if turn >= 0:
        start_over()


for turn in range(3):
    loss = cell(torch.randn(3)).sum()
    loss.backward()
    report(turn)
