"""Calls that nothing runs: what their text alone decides, and what it does not."""

from pathlib import Path

import torch

from retain_lint.frontend.text import read_source
from retain_lint.runner import Runner

UNRUN = """\
import torch
from torch.autograd import grad as torch_grad
from turtles import engine


def outer():
    def inner(loss, x, keep):
        loss.backward(create_graph=True, retain_graph=True)
        torch_grad(loss, x, retain_graph=True, create_graph=True)
        torch.autograd.backward(loss, create_graph=True, retain_graph=keep)
        torch.autograd.backward(loss, create_graph=False, retain_graph=True)
        loss.backward(retain_graph=True)
        engine.backward(loss, create_graph=True, retain_graph=True)
        keep.step(loss, create_graph=True, retain_graph=True)
"""


def test_two_literal_flags_decide_a_call_that_nothing_runs() -> None:
    result = Runner().check_source(read_source(Path("/nowhere/program.py"), UNRUN.encode()))
    found = [(one.diagnostic.code, one.diagnostic.location.span.start_line) for one in result.reported]
    assert found == [("RTG202", 8), ("RTG202", 9)]
    assert [call.verdicts[0].value for call in result.calls] == ["redundant", "redundant", *["undecided"] * 5]


def test_torch_retains_what_it_creates_a_graph_of() -> None:
    x = torch.ones(2, requires_grad=True)
    loss = x.exp().sum()
    torch.autograd.grad(loss, x, create_graph=True)
    torch.autograd.grad(loss, x)
