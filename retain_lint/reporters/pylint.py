"""`--output-format pylint`: `path:row: [CODE] message`, which many editors and services read. Floor 5."""

from __future__ import annotations

from retain_lint.reporters.entries import list_entries
from retain_lint.reporters.flat_places import describe_flat, flatten
from retain_lint.reporters.visible import make_visible
from retain_lint.results.model import Results


def render(results: Results) -> str:
    """One line an entry; empty when nothing was found."""
    lines = (
        f"{entry.path}:{flatten(entry.location).start_line}: [{entry.code}] {describe_flat(entry, summary=True)}"
        for entry in list_entries(results)
    )
    return "".join(f"{make_visible(line)}\n" for line in lines)
