"""Arithmetic of constants: what is computed is what Python computes."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.runner import Runner

PROGRAM = """\
import torch
from torch import nn

loss = nn.Linear(2, 1)(torch.ones(1, 2)).exp().sum()
x, y = {x!r}, {y!r}
if {expression} != {value!r}:
    loss.backward()
loss.backward()
"""
#: an expression of x and y, and their values
FOLDED = [
    *((f"x {op} y", 7, 3) for op in ("+", "-", "*", "/", "//", "%", "&", "|", "^")),
    *((f"x {op} y", 7.5, 2) for op in ("+", "-", "*", "/", "//", "%")),
    *((f"{op}x", 7, 0) for op in ("-", "+", "~")),
    *((f"{op}x", 7.5, 0) for op in ("-", "+")),
    ("divmod(x, y)[0]", 7, 3),
    ("divmod(x, y)[1]", 7, 3),
    ("x + y", "a", "b"),
    ("x + y", b"a", b"b"),
    ("x % y", "run %d", 3),
    ("x % y", "run %s of four", "two"),
    ("x % y", "run %i", 3),
    ("x & y", True, False),
    ("x | y", True, False),
    ("x + y", True, 2),
    ("len(x * y)", [1, 2], 3),
    ("len(x + y)", [1, 2], [3]),
    ("(x + y)[2]", [1, 2], [3]),
    ("(x + y)[2]", (1, 2), (3,)),
    ("len(x[:1] + [y])", [1, 2], 3),
    ("len(x[:1] + (y,))", (1, 2), 3),
    ("isinstance(x[:1], tuple)", (1, 2), 0),
    ("isinstance(x[:1], list)", [1, 2], 0),
    ("x[1:][-1]", (1, 2, 3), 0),
    ("x[-2:][0]", [1, 2, 3], 0),
    ("(x | y)['b']", {"a": 1}, {"b": 2}),
    ("min(x, y)", 7, 3),
    ("max(x, y)", 7, 3),
    ("sum(x)", [7, 3], 0),
    ("int(x)", 7.5, 0),
    ("bool(x)", 7, 0),
    ("str(x)", 7, 0),
    ("len(x)", "abc", 0),
]


def check(expression: str, x: object, y: object, wrong: bool) -> list[str]:
    """What is reported where backward is called a second time if the expression has another value than Python gives it."""
    value = eval(expression, {"x": x, "y": y})
    text = PROGRAM.format(expression=expression, x=x, y=y, value=value)
    text = text.replace(" != ", " == ", 1) if wrong else text
    return [one.diagnostic.code for one in Runner().check_bytes(Path("program.py"), text.encode()).reported]


@pytest.mark.parametrize(("expression", "x", "y"), FOLDED)
def test_a_folded_constant_is_what_python_computes(expression: str, x: object, y: object) -> None:
    assert check(expression, x, y, wrong=False) == []
    assert check(expression, x, y, wrong=True) == ["RTG101"]
