"""Code that Python refuses, as far as it can be read: as Python 2, or a notebook without the cells that are none. Floor 2."""

from __future__ import annotations

from dataclasses import dataclass, replace

from retain_lint.frontend.older_syntax import modernise
from retain_lint.frontend.parse import parse
from retain_lint.frontend.reading import Reading
from retain_lint.frontend.text import SourceError, SourceText


@dataclass(frozen=True, slots=True)
class Readable:
    """What of a source parses, with all lines where they were; what is wrong with it, and which of that has cost a cell."""

    source: SourceText
    errors: tuple[SourceError, ...] = ()
    lost: tuple[SourceError, ...] = ()


def read_what_parses(source: SourceText) -> Readable:
    """A source that was refused, as far as it can be read. Raises SourceError for a file that is no Python 2 either."""
    return _read_cells(source) if source.cells else _read_as_python_2(source)


def _read_as_python_2(source: SourceText) -> Readable:
    error = _find_error(source)
    if error is None:
        return Readable(source)
    modern = modernise(source)
    if modern is source or _find_error(modern) is not None:
        raise error
    return Readable(modern, (_add(error, "read as Python 2"),))


def _read_cells(source: SourceText) -> Readable:
    """Each cell that cannot be parsed alone is read as Python 2; those that are not that either are left empty."""
    lines = source.text.split("\n")
    ends = [cell.first_line - 1 for cell in source.cells[1:]] + [len(lines)]
    errors: list[SourceError] = []
    lost: list[SourceError] = []
    for cell, end in zip(source.cells, ends, strict=True):
        start = cell.first_line - 1
        alone = replace(source, text="\n" * start + "\n".join(lines[start:end]) + "\n")
        try:
            read = _read_as_python_2(alone)
        except SourceError as error:
            lost.append(_add(error, "the cell is left out"))
            errors.append(lost[-1])
            lines[start:end] = [""] * (end - start)
        else:
            errors += read.errors
            lines[start:end] = read.source.text.split("\n")[start:end]
    return Readable(replace(source, text="\n".join(lines)), tuple(errors), tuple(lost))


def _add(error: SourceError, what: str) -> SourceError:
    return SourceError(error.location.path, f"{error.message}; {what}", location=error.location)


def _find_error(source: SourceText) -> SourceError | None:
    try:
        parse(Reading(source))
    except SourceError as error:
        return error
    return None
