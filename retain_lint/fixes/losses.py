"""Replace two neighbouring backward calls by one of the sum of their losses. Floor 4."""

from __future__ import annotations

import ast
import re

from retain_lint.diagnostic import Edit
from retain_lint.domain.finding import CallSite
from retain_lint.fixes.call_text import parse_call
from retain_lint.fixes.detach import is_bracketed, parse_expression
from retain_lint.fixes.passage import Passage, SourceReader
from retain_lint.source import Location, Span

_LOSS = re.compile(r"([^\n]*[^\s])\.backward")


def sum_losses(first: CallSite, later: CallSite, source: SourceReader) -> tuple[Edit, ...] | None:
    """`a.backward(retain_graph=True)` and `b.backward()` on the next line become `(a + b).backward()`.

    None unless both are statements of one block, with nothing but comments between and no argument but retain_graph.
    """
    gap = _find_gap(first, later, source)
    if gap is None:
        return None
    one, other = (_find_loss(source.slice(call.location.span)) for call in (first, later))
    if one is None or other is None or one[0] == other[0]:
        return None
    kept = gap.locate(len(gap.text) - len(gap.text.lstrip()), len(gap.text)).span
    start, path, cell = first.location.span, first.location.path, first.location.cell
    gone = Span(start.start_line, start.start_column, kept.start_line, kept.start_column)
    content = f"({_open_sum(one[0])} + {other[0]}).backward{other[1]}"
    return Edit("", Location(path, gone, cell)), Edit(content, later.location)


def _find_gap(first: CallSite, later: CallSite, source: SourceReader) -> Passage | None:
    """What stands between two statements, if that is only blanks and comments and both are indented alike."""
    place, other = first.location, later.location
    before, after = place.span, other.span
    if not (first.statement and later.statement) or (place.path, place.cell) != (other.path, other.cell):
        return None
    if (before.end_line, before.end_column) >= (after.start_line, after.start_column):
        return None
    indentation = source.slice(Span(before.start_line, 0, before.start_line, before.start_column))
    span = Span(before.end_line, before.end_column, after.start_line, after.start_column)
    lines = source.slice(span).split("\n")
    if indentation.strip() or lines[-1] != indentation or len(lines) == 1:
        return None
    if any(line.strip() and not line.strip().startswith("#") for line in lines):
        return None
    return Passage("\n".join(lines), Location(place.path, span, place.cell))


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
