"""A program's head whose options make many paths of each call, and few instructions to run it with."""

import pytest

from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.budget import Budget
from retain_lint.interpreter.drivers import entry_points

#: `encode(x)` has sixteen paths, `encode(encode(encode(x)))` thousands
HEAD = """
import argparse
import torch
from torch import nn

parser = argparse.ArgumentParser()
options = parser.parse_args()
first = nn.Linear(4, 4)


def encode(x):
    if options.deep:
        x = first(x)
    if options.wide:
        x = first(x).tanh()
    if options.noisy:
        x = x + first(x).sigmoid()
    if options.bounded:
        x = x.cos() * first(x)
    return x


"""


def allow_steps(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run of a file has so many instructions."""
    make = entry_points.make_analysis

    def make_small(*given: object) -> Analysis:
        m = make(*given)  # type: ignore[arg-type]
        m.budget = Budget(steps, steps, ceiling=steps)
        return m

    monkeypatch.setattr(entry_points, "make_analysis", make_small)
