"""Passages of source text: between offsets in a piece of text and places in its file. Floor 4.

Lines end with LF, CRLF or CR, as in Python's grammar; columns count code points.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Protocol

from retain_lint.diagnostic import Edit
from retain_lint.source import LINE_END, Location, Span


class SourceReader(Protocol):
    """What a rule may ask of the file that a finding is in."""

    def slice(self, span: Span) -> str:
        """The text at `span`, with the line ends of the file."""


def find_line_starts(text: str) -> list[int]:
    """The offset at which each line begins; the first is 0."""
    return [0, *(match.end() for match in LINE_END.finditer(text))]


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of source text and the place where it stands, such as a call."""

    text: str
    location: Location

    def find_offset(self, line: int, column: int) -> int:
        """The offset in `text` of a position of the file; outside of the passage the result is outside of the text."""
        start = self.location.span
        row = line - start.start_line
        if row == 0:
            return column - start.start_column
        starts = find_line_starts(self.text)
        return starts[row] + column if 0 <= row < len(starts) else len(self.text) + 1

    def locate(self, start: int, end: int) -> Location:
        """The place in the file of `text[start:end]`."""
        span = Span(*self._find_position(start), *self._find_position(end))
        return Location(self.location.path, span, self.location.cell)

    def edit(self, start: int, end: int, content: str) -> Edit:
        """Replace `text[start:end]`."""
        return Edit(content, self.locate(start, end))

    @classmethod
    def read(cls, place: Location, home: Location, source: SourceReader) -> Passage | None:
        """The passage at `place`, if that lies in the file and cell of `home`, which `source` reads."""
        if (place.path, place.cell) != (home.path, home.cell):
            return None
        return cls(source.slice(place.span), place)

    def _find_position(self, offset: int) -> tuple[int, int]:
        starts = find_line_starts(self.text)
        row = bisect_right(starts, offset) - 1
        first = self.location.span.start_column if row == 0 else 0
        return self.location.span.start_line + row, first + offset - starts[row]
