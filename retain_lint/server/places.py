"""From our places to those of the protocol, whose columns count UTF-16 code units unless the editor wants others. Floor 6."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from lsprotocol.types import Position, Range
from pygls import uris
from pygls.workspace import PositionCodec

from retain_lint.results.model import Line
from retain_lint.source import LINE_END, Location, Span

ReadLine = Callable[[int], str]


@dataclass(frozen=True)
class Places:
    """Writes places for an editor; `uri` is its name for the checked file, `path` is ours."""

    uri: str
    path: str
    text: str
    codec: PositionCodec

    @cached_property
    def lines(self) -> list[str]:
        """The lines as the protocol counts them: a form feed, for one, ends none."""
        return LINE_END.split(self.text)

    def write_range(self, span: Span) -> Range:
        """The range of a span in the checked text."""
        lines = self.lines
        return self._write(span, lambda row: lines[row - 1] if row <= len(lines) else "")

    def write_place(self, place: Location, excerpt: Mapping[Line, str]) -> tuple[str, Range]:
        """The URI and range of any place; the lines of other files are in the excerpt."""
        if place.path == self.path:
            return self.uri, self.write_range(place.span)
        uri = uris.from_fs_path(place.path) or self.uri
        return uri, self._write(place.span, lambda row: excerpt.get(Line(place.path, place.cell, row), ""))

    def whole(self) -> Range:
        """The range of the whole text."""
        lines = self.lines
        return self.write_range(Span(1, 0, len(lines), len(lines[-1])))

    def _write(self, span: Span, read: ReadLine) -> Range:
        return Range(
            self._write_position(span.start_line, span.start_column, read),
            self._write_position(span.end_line, span.end_column, read),
        )

    def _write_position(self, row: int, column: int, read: ReadLine) -> Position:
        line = read(row)
        # A line that is not known is taken to have characters of one unit.
        return Position(row - 1, self.codec.client_num_units(line[:column]) + max(0, column - len(line)))


def overlap(one: Range, other: Range) -> bool:
    """Whether two ranges meet, at their ends too."""
    return _key(one.start) <= _key(other.end) and _key(other.start) <= _key(one.end)


def _key(position: Position) -> tuple[int, int]:
    return position.line, position.character
