"""Bound methods of another file reset states, one of them under another name."""

import torch
from cells import first, reset_first, second
from cells import reset_second as start_over


def report(turn):
    if turn >= 0:
        reset_first()


def show(turn):
    if turn >= 0:
        start_over()


for turn in range(3):
    loss = first(torch.randn(3)).sum() + second(torch.randn(3)).sum()
    loss.backward()
    report(turn)
    show(turn)
