"""Gradients that a program writes by hand: what is left of what backward gave, and whether anybody looked at it."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.runner import Runner
from tests.truth.measures import run_clean

PROGRAM = """\
import torch
from torch import nn

torch.manual_seed(0)
painter, judge = nn.Linear(2, 4), nn.Linear(4, 1)
opt_p, opt_j = (torch.optim.SGD(net.parameters(), lr=0.1) for net in (painter, judge))
for _ in range(2):
    opt_p.zero_grad()
    opt_j.zero_grad()
    picture = painter(torch.randn(5, 2))
    judge(picture).mean().backward()
    opt_j.step()
    for p in painter.parameters():
        if p.grad is not None:
            {write}
    {cleared}
    painter(torch.randn(5, 2)).square().mean().backward()
    opt_p.step()
"""
CLEAR = "opt_p.zero_grad()"
#: nothing is left of what was there
GONE = [
    "p.grad.zero_()",
    "p.grad.mul_(0)",
    "p.grad.multiply_(0.0)",
    "p.grad.fill_(0)",
    "p.grad *= 0",
    "p.grad[:] = 0",
    "p.grad[...] = 0",
    "p.grad = None",
    "p.grad = torch.zeros_like(p)",
    "p.grad.copy_(torch.zeros_like(p))",
    "p.grad.detach().zero_()",
    "p.grad.detach_().zero_()",
    "p.grad.data.zero_()",
    "p.grad.data[:] = 0",
    "p.grad.requires_grad_(False).zero_()",
    "p.grad.fill_(1)",
    "p.grad[:] = 1",
    "p.grad = torch.ones_like(p)",
    "p.grad = p.grad.new_zeros(p.grad.size())",
    "data = p.grad.data; p.grad = data.new().resize_as_(data).zero_()",
    "data = p.grad.data; data.zero_(); p.grad = torch.zeros(data.shape)",
]
#: something is, and it was looked at
LEFT = [
    "p.grad.mul_(2)",
    "p.grad *= 2",
    "p.grad /= 2",
    "p.grad += 1",
    "p.grad -= 1",
    "p.grad **= 2",
    "p.grad[0] = 0",
    "p.grad[:1] = 0",
    "p.grad.detach().clamp_(-1, 1)",
    "p.grad.clone().zero_()",
    "p.grad.sign().zero_()",
    "p.grad = p.grad",
    "print(p.grad)",
    "data = p.grad; kept = [data]",
    "data = p.grad; look = lambda: data",
    "data = p.grad; total = data.sum()",
]
#: something is, and nobody looked at it
UNSEEN = [
    "pass",
    "p.grad.detach_()",
    "p.grad.requires_grad_(False)",
    "size = p.grad.size()",
    "g = p.grad; n = g.numel()",
]
#: another tensor takes its place, perhaps made of it
REPLACED = ["p.grad = p.grad * 2", "p.grad = p.grad.clone()", "p.grad += p.grad", "p.grad *= p.detach()"]


def _codes(write: str, cleared: str = "pass") -> list[str]:
    text = PROGRAM.format(write=write, cleared=cleared)
    return [one.diagnostic.code for one in Runner().check_bytes(Path("program.py"), text.encode()).reported]


def _stays(write: str) -> bool:
    """Does it matter under torch what the gradient was?"""
    programs = (PROGRAM.format(write=text, cleared="pass") for text in (write, f"p.grad.zero_(); {write}"))
    first, second = (run_clean(program).parameters for program in programs)
    return first != second


@pytest.mark.parametrize("write", GONE)
def test_what_is_written_over_is_wasted(write: str) -> None:
    assert _codes(write) == ["RTG301"]
    assert not _stays(write)


@pytest.mark.parametrize("write", LEFT + UNSEEN)
def test_what_is_left_of_it_leaks(write: str) -> None:
    assert _codes(write) == ["RTG302"]
    assert _stays(write)


@pytest.mark.parametrize("write", REPLACED)
def test_what_takes_its_place_may_be_made_of_it(write: str) -> None:
    assert _codes(write) == []
    assert _stays(write)


def test_what_a_method_gives_that_writes_is_the_gradient_itself() -> None:
    assert _codes("p.grad.clamp_(-1, 1).zero_()") == []  # looked at, and gone
    assert not _stays("p.grad.clamp_(-1, 1).zero_()")


@pytest.mark.parametrize("write", LEFT)
def test_what_was_looked_at_is_not_wasted(write: str) -> None:
    assert _codes(write, CLEAR) == []


@pytest.mark.parametrize("write", UNSEEN)
def test_what_nobody_looked_at_is(write: str) -> None:
    assert _codes(write, CLEAR) == ["RTG301"]
