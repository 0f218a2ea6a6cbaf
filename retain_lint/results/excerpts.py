"""Between the places that users see and the text that was parsed, notebooks included. Floor 5."""

from __future__ import annotations

from dataclasses import dataclass

from retain_lint.diagnostic import Diagnostic
from retain_lint.frontend.text import SourceText
from retain_lint.results.model import Line
from retain_lint.source import Location, Span

#: how many lines are shown before and after a place
_AROUND = 2


def find_span(source: SourceText, location: Location) -> Span:
    """The span in `source.text` of a location in its file; the inverse of `source.location`."""
    first_lines = {cell.index: cell.first_line for cell in source.cells}
    shift = 0 if location.cell is None else first_lines[location.cell] - 1
    span = location.span
    return Span(span.start_line + shift, span.start_column, span.end_line + shift, span.end_column)


def read_line(source: SourceText, line: int) -> str:
    """A line of the text (1-based) without its line end; empty when there is none."""
    starts = (*source.line_starts, len(source.text))
    return source.text[starts[line - 1] : starts[line]].rstrip("\r\n") if 1 <= line < len(starts) else ""


def list_places(diagnostic: Diagnostic) -> list[Location]:
    """The places that a diagnostic mentions, its own first."""
    return [diagnostic.location, *(related.location for related in diagnostic.related_locations)]


def read_surroundings(source: SourceText, place: Location) -> dict[Line, str]:
    """The lines of a place and those around it, as far as they are in the same file or cell."""
    span = find_span(source, place)
    first, last = _bounds(source, place)
    shift = span.start_line - place.span.start_line
    rows = range(max(first, span.start_line - _AROUND), min(last, span.end_line + _AROUND) + 1)
    return {Line(place.path, place.cell, row - shift): read_line(source, row) for row in rows}


def _bounds(source: SourceText, place: Location) -> tuple[int, int]:
    """The first and the last line of the text that a place's file or cell takes up."""
    starts = [cell.first_line for cell in source.cells]
    last = len(source.line_starts) - source.text.endswith(("\n", "\r"))
    if place.cell is None:
        return 1, last
    first = next(cell.first_line for cell in source.cells if cell.index == place.cell)
    return first, next((start - 1 for start in starts if start > first), last)


@dataclass(frozen=True, slots=True)
class CellReader:
    """What a rule may read: the file of a finding, by the spans that its location uses (a cell's, in a notebook)."""

    source: SourceText
    location: Location

    def slice(self, span: Span) -> str:
        """The text at `span`, with the line ends of the file."""
        return self.source.slice(find_span(self.source, Location(self.location.path, span, self.location.cell)))
