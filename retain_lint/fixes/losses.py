"""Replace two neighbouring backward calls by one of the sum of their losses. Floor 4."""

from __future__ import annotations

import ast
import re

from retain_lint.diagnostic import Edit
from retain_lint.domain.finding import CallSite
from retain_lint.fixes.call_text import parse_call
from retain_lint.fixes.detach import is_bracketed, parse_expression
from retain_lint.fixes.passage import SourceReader
from retain_lint.source import Location, Span

_LOSS = re.compile(r"([^\n]*[^\s])\.backward")
_GAP = re.compile(r"[ \t]*(\r?\n[ \t]*)*\r?\n(?P<indentation>[ \t]*)")


def sum_losses(first: CallSite, later: CallSite, source: SourceReader) -> tuple[Edit, ...] | None:
    """`a.backward(retain_graph=True)` and `b.backward()` on the next line become `(a + b).backward()`.

    None unless both are statements of one block with nothing between them and no argument but retain_graph.
    """
    place, end = first.location, later.location.span
    if (place.path, place.cell) != (later.location.path, later.location.cell):
        return None
    if not (first.statement and later.statement and _are_neighbours(place.span, end, source)):
        return None
    one, other = _find_loss(first.text), _find_loss(later.text)
    if one is None or other is None or one[0] == other[0]:
        return None
    content = f"({_open_sum(one[0])} + {other[0]}).backward{other[1]}"
    span = Span(place.span.start_line, place.span.start_column, end.end_line, end.end_column)
    return (Edit(content, Location(place.path, span, place.cell)),)


def _are_neighbours(first: Span, later: Span, source: SourceReader) -> bool:
    """Whether nothing but blank lines lies between two statements of the same indentation."""
    if (first.end_line, first.end_column) >= (later.start_line, later.start_column):
        return False
    indentation = source.slice(Span(first.start_line, 0, first.start_line, first.start_column))
    between = source.slice(Span(first.end_line, first.end_column, later.start_line, later.start_column))
    gap = _GAP.fullmatch(between)
    return not indentation.strip() and gap is not None and gap["indentation"] == indentation


def _find_loss(call: str) -> tuple[str, str] | None:
    """The tensor of `loss.backward(...)` and the bracketed arguments. A loss that is an argument itself belongs to
    another kind of call."""
    parsed = parse_call(call)
    if parsed is None or any(argument.keyword != "retain_graph" for argument in parsed.arguments):
        return None
    match = _LOSS.fullmatch(parsed.callee)
    return (match[1], call[parsed.opening :]) if match else None


def _open_sum(loss: str) -> str:
    """`(a + b)` without its brackets, so that a third loss reads as one more addend."""
    if is_bracketed(loss):
        inner = parse_expression(loss[1:-1])
        if isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Add):
            return loss[1:-1]
    return loss
