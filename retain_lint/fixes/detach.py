"""Append a method call such as `.detach()` to an expression. Floor 4."""

from __future__ import annotations

import ast

from retain_lint.diagnostic import Edit
from retain_lint.fixes.passage import Passage
from retain_lint.source import Location

_PRIMARIES = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)
_NO_TENSORS = (ast.GeneratorExp, ast.ListComp, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.Starred)


def append_detach(text: str, location: Location) -> tuple[Edit, ...] | None:
    """`x` becomes `x.detach()`, `a + b` becomes `(a + b).detach()`. None if `text` is no expression for a tensor, or is
    written in a syntax newer than the running Python."""
    expression = parse_expression(text)
    if expression is None or isinstance(expression, _NO_TENSORS):
        return None
    passage, end = Passage(text, location), len(text)
    if isinstance(expression, _PRIMARIES) or is_bracketed(text):
        return (passage.edit(end, end, ".detach()"),)
    return (passage.edit(0, 0, "("), passage.edit(end, end, ").detach()"))


def parse_expression(text: str) -> ast.expr | None:
    """The expression written by `text`, whose line breaks may need brackets that stand outside of it."""
    try:
        return ast.parse(f"({text}\n)", mode="eval").body
    except (SyntaxError, ValueError):
        return None


def is_bracketed(text: str) -> bool:
    """Whether `text` is one expression in round brackets: `(a + b)`, unlike `(a) + (b)` or `(a)(b)`."""
    call = parse_expression(f"f{text}") if text.startswith("(") else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
