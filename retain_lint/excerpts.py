"""Between the places that users see and the text that was parsed, notebooks included. Floor 5."""

from __future__ import annotations

from dataclasses import dataclass

from retain_lint.frontend.text import SourceText
from retain_lint.source import Location, Span


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


@dataclass(frozen=True, slots=True)
class CellReader:
    """What a rule may read: the file of a finding, by the spans that its location uses (a cell's, in a notebook)."""

    source: SourceText
    location: Location

    def slice(self, span: Span) -> str:
        """The text at `span`, with the line ends of the file."""
        return self.source.slice(find_span(self.source, Location(self.location.path, span, self.location.cell)))
