"""The statements and calls that stand around an expression, found in the text. Floor 4."""

from __future__ import annotations

import ast
import re
import textwrap
from dataclasses import dataclass

from retain_lint.diagnostic import Edit
from retain_lint.fixes.passage import Passage, SourceReader
from retain_lint.source import Location, Span

_MOST_LINES = 20
_CALLEE = re.compile(r"[^\W\d][\w.]*(\[[^\[\]()]*\][\w.]*)*$")
_SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return)


@dataclass(frozen=True, slots=True)
class Statement:
    """A simple statement that is alone on its lines."""

    location: Location
    indentation: str
    tree: ast.stmt

    def insert_before(self, text: str) -> Edit:
        """The lines of `text` in front of the statement, indented like it."""
        start = self.location.span.start_line
        at = Location(self.location.path, Span(start, 0, start, 0), self.location.cell)
        return Edit(textwrap.indent(f"{text}\n", self.indentation), at)


def find_statement(place: Location, source: SourceReader) -> Statement | None:
    """The simple statement around an expression, if no other one shares its lines."""
    first, last = place.span.start_line, place.span.end_line
    for start in range(first, max(0, first - _MOST_LINES), -1):
        for end in range(last, last + _MOST_LINES):
            text = source.slice(Span(start, 0, end + 1, 0)).replace("\r\n", "\n").rstrip("\n")
            tree = _parse_simple(textwrap.dedent(text))
            if tree is not None:
                span = Span(start, 0, end, len(text.rpartition("\n")[2]))
                indentation = text[: len(text) - len(text.lstrip())]
                return Statement(Location(place.path, span, place.cell), indentation, tree)
    return None


def find_call(expression: Passage, source: SourceReader) -> Passage | None:
    """The call, written on the line of an expression, that has it as an argument: `D(fake)` of `fake`."""
    span = expression.location.span
    line = source.slice(Span(span.start_line, 0, span.start_line + 1, 0)).rstrip("\r\n")
    if span.end_line != span.start_line or "#" in line[: span.end_column]:
        return None
    opening = _find_bracket(line, range(span.start_column - 1, -1, -1), "([{", ")]}")
    closing = _find_bracket(line, range(span.end_column, len(line)), ")]}", "([{")
    callee = _CALLEE.search(line[:opening]) if opening is not None and line[opening] == "(" else None
    if callee is None or closing is None:
        return None
    place = Span(span.start_line, callee.start(), span.start_line, closing + 1)
    text = line[callee.start() : closing + 1]
    return (
        Passage(text, Location(expression.location.path, place, expression.location.cell)) if _is_call(text) else None
    )


def _find_bracket(line: str, offsets: range, wanted: str, others: str) -> int | None:
    """The first of the offsets with a bracket that is not closed, or opened, on the way."""
    depth = 0
    for offset in offsets:
        depth += line[offset] in others
        if line[offset] in wanted:
            if depth == 0:
                return offset
            depth -= 1
    return None


def _is_call(text: str) -> bool:
    try:
        return isinstance(ast.parse(text, mode="eval").body, ast.Call)
    except (SyntaxError, ValueError):
        return False


def _parse_simple(text: str) -> ast.stmt | None:
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError):
        return None
    return body[0] if len(body) == 1 and isinstance(body[0], _SIMPLE) else None
