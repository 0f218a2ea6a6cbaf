"""`--output-format grouped`: the findings of each file below its name. Floor 5."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from retain_lint.reporters.entries import Entry, list_entries
from retain_lint.reporters.style import Style
from retain_lint.reporters.visible import make_visible
from retain_lint.results.model import Results


def render(results: Results, style: Style) -> str:
    """The report as text; empty when nothing was found."""
    found = (entry for entry in list_entries(results) if not entry.is_failure)
    return "".join(_group(path, list(group), style) for path, group in groupby(found, lambda entry: entry.path))


def _group(path: str, entries: Sequence[Entry], style: Style) -> str:
    places = [_place(entry) for entry in entries]
    width = max(map(len, places))
    lines = (
        f"  {style.frame(f'{place:>{width}}')} {style.error(entry.code)} {make_visible(entry.summary)}\n"
        for place, entry in zip(places, entries, strict=True)
    )
    return f"{style.strong(make_visible(path))}:\n{''.join(lines)}\n"


def _place(entry: Entry) -> str:
    cell = "" if entry.location.cell is None else f"cell {entry.location.cell}:"
    return f"{cell}{entry.location.span.start_line}:{entry.location.span.start_column + 1}"
