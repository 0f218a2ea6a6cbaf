"""Append a method call such as `.detach()` to an expression. Floor 4."""

from __future__ import annotations

import ast
import re

from retain_lint.diagnostic import Edit
from retain_lint.domain.finding import CallSite
from retain_lint.fixes.passage import Passage, SourceReader
from retain_lint.source import Location, Span

_NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
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


def detach_after(call: CallSite, name: str, source: SourceReader) -> tuple[Edit, ...] | None:
    """A line `name = name.detach()` below a call. None unless the call is all of its statement, and the last one on its
    line, and the next line says something else."""
    place, span = call.location, call.location.span
    indentation = source.slice(Span(span.start_line, 0, span.start_line, span.start_column))
    rest, below = (
        source.slice(Span(line, column, line + 1, 0))
        for line, column in ((span.end_line, span.end_column), (span.end_line + 1, 0))
    )
    tail, statement = rest.rstrip("\r\n"), f"{name} = {name}.detach()"
    alone = call.statement and not indentation.strip() and (not tail.strip() or tail.strip().startswith("#"))
    if not alone or not _NAME.fullmatch(name) or below.strip() == statement:
        return None
    end = span.end_column + len(tail)
    at = Location(place.path, Span(span.end_line, end, span.end_line, end), place.cell)
    return (Edit(f"{rest[len(tail) :] or chr(10)}{indentation}{statement}", at),)


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
