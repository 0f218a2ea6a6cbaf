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
