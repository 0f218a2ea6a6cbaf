"""Append a method call such as `.detach()` to an expression. Floor 4."""

from __future__ import annotations

import ast

from retain_lint.diagnostic import Edit
from retain_lint.fixes.passage import Passage

_PRIMARIES = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)
_NO_TENSORS = (ast.GeneratorExp, ast.ListComp, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.Starred)


def append_detach(expression: Passage, calls: str = ".detach()") -> tuple[Edit, ...] | None:
    """`x` becomes `x.detach()`, `a + b` becomes `(a + b).detach()`; `calls` may say more than that. None if the passage is
    no expression for a tensor, or is written in a syntax newer than the running Python."""
    tree, end = parse_expression(expression.text), len(expression.text)
    if tree is None or isinstance(tree, _NO_TENSORS):
        return None
    if isinstance(tree, _PRIMARIES) or is_bracketed(expression.text):
        return (expression.edit(end, end, calls),)
    return (expression.edit(0, 0, "("), expression.edit(end, end, f"){calls}"))


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
