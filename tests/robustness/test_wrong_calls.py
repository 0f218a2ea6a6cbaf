"""Calls that Python refuses: they are analysed all the same, since unfinished code has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.runner import Runner

PROGRAM = """\
import torch

w = torch.ones(2, requires_grad=True)
for part in {call}:
    (w * w).sum().backward()
"""


@pytest.mark.parametrize(
    "call",
    [
        "range()",
        "enumerate()",
        "zip()",
        "map()",
        "filter()",
        "filter(x=1)",
        "torch.optim.SGD('text', lr=1)",
        "torch.optim.SGD(['text', [w]], lr=1)",
        "torch.nn.utils.clip_grad_norm_('text')",
        "torch.optim.SGD([w], lr=1).add_param_group('text')",
    ],
)
def test_arguments_that_are_wrong_or_lacking(call: str) -> None:
    result = Runner().check_file(Path("/nowhere/program.py"), PROGRAM.format(call=call).encode())
    assert result.errors == ()
