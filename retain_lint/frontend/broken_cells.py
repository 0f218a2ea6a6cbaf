"""Notebooks with cells that are no Python: the rest of the notebook, and what is wrong with those cells. Floor 2."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.frontend.parse import parse
from retain_lint.frontend.text import SourceError, SourceText


def leave_out_broken_cells(source: SourceText) -> tuple[SourceText, list[SourceError]]:
    """The text without the cells that cannot be parsed alone, their lines left empty, and one error a cell."""
    lines = source.text.split("\n")
    ends = [cell.first_line - 1 for cell in source.cells[1:]] + [len(lines)]
    errors = []
    for cell, end in zip(source.cells, ends, strict=True):
        start = cell.first_line - 1
        error = _find_error(replace(source, text="\n" * start + "\n".join(lines[start:end]) + "\n"))
        if error is not None:
            errors.append(SourceError(source.path, f"{error.message}; the cell is left out", location=error.location))
            lines[start:end] = [""] * (end - start)
    return replace(source, text="\n".join(lines)), errors


def _find_error(source: SourceText) -> SourceError | None:
    try:
        parse(source)
    except SourceError as error:
        return error
    return None
