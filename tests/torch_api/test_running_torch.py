"""The tables against the running torch: what they say of an expression is what happens when it is run."""

from __future__ import annotations

import pytest
import torch

from retain_lint.torch_api.op_tables import function_row
from retain_lint.torch_api.ops_generated import OPS
from retain_lint.torch_api.spec import Kept
from tests.torch_api.expressions import judge
from tests.torch_api.running import differentiable, execute, names_in, noticed_writes, second_backward_fails
from tests.torch_api.running_sources import SOURCES

#: what the rows leave open: it depends on values that no row sees
UNDECIDED = {
    "torch.div(x, 2, rounding_mode='floor')": "a number and a tensor as divisor save different things",
    "torch.trapezoid(x)": "with a step of 1 it is linear",
    "torch.cumulative_trapezoid(x)": "with a step of 1 it is linear",
    "torch.linalg.matrix_power(x, 3)": "the power decides which products are made",
}
#: saved by generated rows under another name than the attribute's
ATTRIBUTES = {Kept.RESULT: "_saved_result", "self": "_saved_self", "other": "_saved_other"}


@pytest.mark.parametrize("source", SOURCES)
def test_second_backward(source: str) -> None:
    names = differentiable(names_in(source))
    verdict = judge(source, names)
    decided = {name: fails for name, fails in verdict.fails.items() if fails is not None}
    assert decided == {name: second_backward_fails(source, name) for name in decided}
    assert (len(decided) < len(names)) == (source in UNDECIDED)


@pytest.mark.parametrize("source", SOURCES)
def test_noticed_writes(source: str) -> None:
    verdict = judge(source, differentiable(names_in(source)))
    noticed = noticed_writes(source)
    assert verdict.surely_stale <= noticed <= verdict.stale


def test_the_runs_see_every_outcome() -> None:
    assert second_backward_fails("torch.exp(x)", "x")
    assert not second_backward_fails("torch.neg(x)", "x")
    assert noticed_writes("torch.exp(x)") == {"output"}
    assert noticed_writes("torch.mul(x, y)") == {"x", "y"}
    assert noticed_writes("torch.cummax(x, 0)") == {"x", "output[1]"}


def one_tensor_rows() -> list[str]:
    """Generated functions of a single dense tensor with a gradient and one result."""
    skipped = ("linalg.", "nn.", "special.", "values", "view_as_complex_copy")  # the last is refused by autograd
    return sorted(
        name
        for name, (parameters, _, flags) in OPS.items()
        if parameters == "self" and "f" in flags and not set("d2") & set(flags) and not name.startswith(skipped)
        if hasattr(torch, name)
    )


@pytest.mark.parametrize("name", one_tensor_rows())
def test_generated_row_names_what_the_node_saves(name: str) -> None:
    row = function_row(f"torch.{name}")
    assert row is not None
    pairs = "torch.view_as_real(torch.complex(x, y))"
    argument = pairs if "view_as_complex" in name else "torch.complex(x, y)" if "view_as_real" in name else "x"
    result = execute(f"torch.{name}({argument})", {"x"}).outputs[0]
    node = result.grad_fn
    assert node is not None
    saved = {attribute for what, attribute in ATTRIBUTES.items() if hasattr(node, attribute)}
    private = any(s.what is Kept.PRIVATE for s in row.saves)
    expected = {ATTRIBUTES[s.what] for s in row.saves if s.what in ATTRIBUTES}
    assert saved == (expected | {"_saved_self"} if private else expected)


def in_place_rows() -> list[str]:
    """Generated methods of a single tensor that write it."""
    return sorted(
        name for name, row in OPS.items() if row[0] == "self" and {"m", "w"} <= set(row[2]) and "d" not in row[2]
    )


@pytest.mark.parametrize("name", in_place_rows())
def test_in_place_row_moves_the_version(name: str) -> None:
    tensor = torch.full((2, 2), 0.5, dtype=torch.float64)
    before = tensor._version
    result = getattr(tensor, name)()
    assert result is tensor
    assert tensor._version > before
