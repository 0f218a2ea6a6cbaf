"""Append a method call such as `.detach()` to an expression. Floor 4."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Sequence
from dataclasses import replace

from retain_lint.diagnostic import Edit
from retain_lint.domain.call_site import CallSite
from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.shapes import OTHER, TENSOR, Shape
from retain_lint.fixes.passage import Passage, SourceReader
from retain_lint.fixes.statements import find_statement
from retain_lint.source import Location, Span

_NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
_PRIMARIES = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)
_MOST_NESTED = 3
_OPERATORS = tuple("=+-*/%@&|^<>,:([{")
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


def widen(expression: Passage, source: SourceReader) -> Passage:
    """The expression with the brackets around it, if there are any that are no call's."""
    span, line = expression.location.span, expression.location.span.start_line
    before = source.slice(Span(line, 0, line, span.start_column))
    after = source.slice(Span(span.end_line, span.end_column, span.end_line, span.end_column + 1))
    if after != ")" or not before.endswith("(") or not before[:-1].rstrip().endswith(_OPERATORS):
        return expression
    wider = Span(line, span.start_column - 1, span.end_line, span.end_column + 1)
    return Passage(f"({expression.text})", replace(expression.location, span=wider))


def write_detached(text: str, shape: Shape | None = None, calls: str = ".detach()") -> str | None:
    """An expression with what it holds detached; None where it cannot be said in one expression."""
    tree = parse_expression(text)
    if tree is None or shape is not None and (shape.optional or shape == OTHER):
        return None
    if shape is None or shape == TENSOR:
        if isinstance(tree, _NO_TENSORS):
            return None
        bare = isinstance(tree, _PRIMARIES) or is_bracketed(text)
        return f"{text}{calls}" if bare else f"({text}){calls}"
    if isinstance(tree, (ast.Tuple, ast.List)):
        return _detach_items(text, tree, shape)
    return _detach_all(text, shape, 0) if isinstance(tree, _PRIMARIES) else None


def _detach_items(text: str, tree: ast.Tuple | ast.List, shape: Shape) -> str | None:
    """`(h, c)` becomes `(h.detach(), c.detach())`."""
    sources = [ast.get_source_segment(f"({text}\n)", item) or "" for item in tree.elts]
    items = [write_detached(source, shape.inner) for source in sources]
    written = [item for item in items if item is not None]
    if len(written) != len(items) or "\n" in text:
        return None
    inner = ", ".join(written)
    return f"[{inner}]" if isinstance(tree, ast.List) else f"({inner},)" if len(written) == 1 else f"({inner})"


def _detach_all(text: str, shape: Shape, depth: int) -> str | None:
    """`tuple(h.detach() for h in hidden)`, and the like for lists and dictionaries, nested too."""
    if shape == TENSOR:
        return f"{text}.detach()"
    name = "hst"[depth] if depth < _MOST_NESTED else ""
    item = _detach_all(name, shape.inner, depth + 1) if name and shape.inner is not None else None
    if item is None or shape.optional or name == text:
        return None
    if shape.kind == "dict":
        return f"{{key: {item} for key, {name} in {text}.items()}}"
    return f"[{item} for {name} in {text}]" if shape.kind == "list" else f"tuple({item} for {name} in {text})"


def rebind_detached(place: Event) -> str | None:
    """The statement by which the name or attribute at a place holds detached tensors: `hidden = tuple(h.detach() for h in
    hidden)`. None where that cannot be said."""
    shape = place.shape or (OTHER if place.kind is EventKind.HELD else TENSOR)
    value = write_detached(place.text, replace(shape, optional=False)) if _NAME.fullmatch(place.text) else None
    if value is None:
        return None
    bound = f"{place.text} = {value}"
    return f"if {place.text} is not None:\n    {bound}" if shape.optional else bound


def detach_before(place: Event, source: SourceReader) -> tuple[Edit, ...] | None:
    """Lines before the statement at a place by which the name there holds detached tensors."""
    lines, statement = rebind_detached(place), find_statement(place.location, source)
    return None if lines is None or statement is None else (statement.insert_before(lines),)


def drop_repeated(edits: Sequence[Edit], source: SourceReader) -> tuple[Edit, ...]:
    """The edits without lines that an earlier one has inserted, if what they bind anew is not bound between the two."""
    kept: list[Edit] = []
    for edit in edits:
        twin = next((one for one in reversed(kept) if one.content == edit.content and _is_insertion(one)), None)
        if twin is None or not _is_insertion(edit) or _binds_between(twin, edit, source):
            kept.append(edit)
    return tuple(kept)


def _is_insertion(edit: Edit) -> bool:
    span = edit.location.span
    return edit.content.endswith("\n") and (span.start_line, 0) == (span.end_line, span.end_column)


def _binds_between(first: Edit, later: Edit, source: SourceReader) -> bool:
    """May the lines between two edits bind what both bind?"""
    start, end = first.location.span.start_line, later.location.span.start_line
    try:
        tree = ast.parse(textwrap.dedent(source.slice(Span(start, 0, end, 0))))
    except SyntaxError:
        return True
    bound = {ast.unparse(n) for n in ast.walk(tree) if isinstance(getattr(n, "ctx", None), (ast.Store, ast.Del))}
    return start >= end or first.content.strip().partition(" = ")[0] in bound


def detach_after(call: CallSite, place: Event, source: SourceReader) -> tuple[Edit, ...] | None:
    """Lines below a call by which the name at a place holds detached tensors. None unless the call is all of its statement,
    and the last one on its line, and the next line says something else."""
    location, span = call.location, call.location.span
    indentation = source.slice(Span(span.start_line, 0, span.start_line, span.start_column))
    rest, below = (
        source.slice(Span(line, column, line + 1, 0))
        for line, column in ((span.end_line, span.end_column), (span.end_line + 1, 0))
    )
    tail, lines = rest.rstrip("\r\n"), rebind_detached(place)
    alone = call.statement and not indentation.strip() and (not tail.strip() or tail.strip().startswith("#"))
    if not alone or lines is None or below.strip() == lines.partition("\n")[0]:
        return None
    end = span.end_column + len(tail)
    at = Location(location.path, Span(span.end_line, end, span.end_line, end), location.cell)
    return (Edit((rest[len(tail) :] or "\n") + textwrap.indent(lines, indentation), at),)


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
