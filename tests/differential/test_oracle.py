"""The oracle's labels on programs whose truth PyTorch's own messages tell."""

from __future__ import annotations

import pytest

from tests.differential.oracle.label import label_program
from tests.differential.oracle.verdicts import Kind

SETUP = """import torch
from torch import nn
net, head = nn.Linear(4, 4), nn.Linear(4, 4)
step_net = torch.optim.SGD(net.parameters(), lr=0.1).step
loss = head(net(torch.randn(2, 4))).norm()
"""
FIRST = 6
"""The line after SETUP."""


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("loss.backward()\nloss.backward()", {(Kind.MISSING, FIRST + 1)}),
        ("loss.backward(retain_graph=True)\nloss.backward()", {(Kind.NEEDED, FIRST)}),
        ("loss.backward(retain_graph=True)", {(Kind.UNNECESSARY, FIRST)}),
        (
            "loss.backward(retain_graph=True)\nwith torch.no_grad():\n    head.weight.zero_()\nloss.backward()",
            {(Kind.NEEDED, FIRST), (Kind.STALE, FIRST + 3)},
        ),
        ("loss.backward()\nstep_net()", set()),
    ],
)
def test_labels(lines: str, expected: set[tuple[Kind, int]]) -> None:
    truth = label_program(f"{SETUP}{lines}\n", gradients=False)
    assert not truth.invalid
    assert {(verdict.kind, verdict.line) for verdict in truth.verdicts} == expected


def test_a_program_that_fails_otherwise_is_not_judged() -> None:
    assert "ZeroDivisionError" in label_program("1 / 0\n").invalid


GAN = """import torch
from torch import nn
painter, judge = nn.Linear(2, 4), nn.Linear(4, 1)
opt_p, opt_j = (torch.optim.SGD(net.parameters(), lr=0.1) for net in (painter, judge))
picture = painter(torch.randn(5, 2))
"""
JUDGE, PAINTER = "judge(picture.detach()).exp().mean().backward()\n", "judge(picture).mean().backward()\n"
STEPS = "opt_j.step()\nopt_p.step()\n"


@pytest.mark.parametrize(
    ("text", "kind", "lines"),
    [
        (f"{JUDGE}opt_p.zero_grad()\n{PAINTER}{STEPS}", Kind.LEAKED, {FIRST + 2}),
        (f"opt_p.zero_grad()\n{JUDGE}{PAINTER}{STEPS}", Kind.LEAKED, set()),
        (f"{JUDGE}opt_p.zero_grad()\nopt_j.zero_grad()\n{PAINTER}{STEPS}", Kind.LEAKED, set()),
        (f"{PAINTER}opt_j.step()\n", Kind.WASTED, {FIRST}),
        (f"{PAINTER}{STEPS}", Kind.WASTED, set()),
    ],
    ids=["cleared between", "cleared before", "both cleared", "no step", "both step"],
)
def test_flows(text: str, kind: Kind, lines: set[int]) -> None:
    assert set(label_program(f"{GAN}{text}").find(kind)) == lines
