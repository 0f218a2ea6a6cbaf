"""Where things stand in the analysed files. Floor 0: imports nothing of ours."""

from __future__ import annotations

import re
from dataclasses import dataclass

#: what ends a line; a form feed, for one, does not
LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A range of one file's text: lines count from 1, columns from 0 in code points, the end is exclusive."""

    start_line: int
    start_column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A span in a named file. In a notebook `cell` is the 1-based cell and the lines count within it."""

    path: str
    span: Span
    cell: int | None = None

    def contains(self, inner: Location) -> bool:
        """Does a place lie inside this one, or is it the same?"""
        if (self.path, self.cell) != (inner.path, inner.cell):
            return False
        one, two = self.span, inner.span
        starts = (one.start_line, one.start_column) <= (two.start_line, two.start_column)
        return starts and (two.end_line, two.end_column) <= (one.end_line, one.end_column)
