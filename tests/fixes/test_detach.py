"""`.detach()` goes to the whole expression, and to nothing that is no tensor expression."""

from __future__ import annotations

import ast

import pytest

from retain_lint.diagnostic import Applicability, Fix
from retain_lint.fixes.apply import apply_fixes
from retain_lint.fixes.detach import append_detach
from retain_lint.fixes.passage import Passage
from retain_lint.source import Location, Span


def detach(text: str) -> str | None:
    """`f(<text>)` with the argument detached."""
    lines = text.split("\n")
    end = len(lines[-1]) + (2 if len(lines) == 1 else 0)
    edits = append_detach(Passage(text, Location("train.py", Span(1, 2, len(lines), end))))
    return None if edits is None else apply_fixes(f"f({text})", [Fix(Applicability.SAFE, "", edits)]).text[2:-1]


@pytest.mark.parametrize(
    "before,after",
    [
        ("x", "x.detach()"),
        ("self.fake[0]", "self.fake[0].detach()"),
        ("G(z)", "G(z).detach()"),
        ("G(\n    z,\n)", "G(\n    z,\n).detach()"),
        ("a + b", "(a + b).detach()"),
        ("(a) + (b)", "((a) + (b)).detach()"),
        ("(a + b)", "(a + b).detach()"),
        ("a\n+ b", "(a\n+ b).detach()"),
        ("-x", "(-x).detach()"),
        ("a if c else b", "(a if c else b).detach()"),
        ("await g(z)", "(await g(z)).detach()"),
        ("y := G(z)", "(y := G(z)).detach()"),
        ("x @ w.T", "(x @ w.T).detach()"),
    ],
)
def test_append_detach(before: str, after: str) -> None:
    assert detach(before) == after
    ast.parse(f"async def f(): g({after})")


@pytest.mark.parametrize("text", ["fake = G(z)", "x=fake", "(h, c)", "h, c", "[a, b]", "x for x in y", "*x", "", "for"])
def test_no_expression_of_a_tensor(text: str) -> None:
    assert detach(text) is None
