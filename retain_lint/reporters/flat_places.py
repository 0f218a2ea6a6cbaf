"""Places for formats that know lines of files only, no cells of notebooks. Floor 5."""

from __future__ import annotations

from retain_lint.reporters.entries import Entry
from retain_lint.source import Location, Span


def flatten(location: Location) -> Span:
    """The span in the file. The lines of a cell are not lines of the file: a place in a notebook becomes its start."""
    return location.span if location.cell is None else Span(1, 0, 1, 0)


def describe_flat(entry: Entry, *, summary: bool = False) -> str:
    """The message, after the place if that is in a cell; as a `summary`, with the cure."""
    message = entry.summary if summary else entry.message
    if entry.location.cell is None:
        return message
    span = entry.location.span
    return f"cell {entry.location.cell}:{span.start_line}:{span.start_column + 1}: {message}"
