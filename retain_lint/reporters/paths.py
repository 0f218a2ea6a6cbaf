"""How places are written for people. Floor 5."""

from __future__ import annotations

import os
from pathlib import Path

from retain_lint.source import Location


def show_path(path: str | Path) -> str:
    """The path seen from the working directory when it lies below it, else unchanged."""
    text = str(path)
    if not os.path.isabs(text):
        return text
    try:
        relative = os.path.relpath(text)
    except ValueError:  # another drive
        return text
    return text if relative.startswith("..") else relative


def show_place(location: Location) -> str:
    """`path:row:column`, both counted from 1; in a notebook `path:cell N:row:column`."""
    cell = "" if location.cell is None else f"cell {location.cell}:"
    return f"{show_path(location.path)}:{cell}{location.span.start_line}:{location.span.start_column + 1}"
