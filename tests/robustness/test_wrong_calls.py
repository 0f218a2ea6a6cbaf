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


@pytest.mark.parametrize("group", ["groups", "{'params': groups}"])
def test_an_optimiser_that_is_given_a_list_which_lies_in_itself(group: str) -> None:
    program = f"""\
import torch

w = torch.ones(2, requires_grad=True)
groups = [w]
groups.append({group})
optimizer = torch.optim.SGD(groups, lr=1)
(w * w).sum().backward()
optimizer.step()
"""
    result = Runner().check_file(Path("/nowhere/program.py"), program.encode())
    assert result.errors == () and result.reported == ()
