"""Source lines of a finding, with its steps marked; and what its fix changes. Floor 5."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from retain_lint.diagnostic import Edit, Fix
from retain_lint.reporters.entries import Entry
from retain_lint.reporters.page.elements import write_text
from retain_lint.reporters.paths import show_path
from retain_lint.results.model import Line
from retain_lint.source import Location

_TAB = "    "


@dataclass(frozen=True, slots=True)
class Step:
    """A place that a finding leads through: its number, what happens there, and where."""

    number: int
    message: str
    location: Location
    main: bool = False


def list_steps(entry: Entry) -> list[Step]:
    """The related places in the order in which they take effect, then the finding itself; what is said of one place is said at
    once."""
    said: dict[Location, dict[str, None]] = {}
    for related in entry.related:
        if related.location != entry.location:
            said.setdefault(related.location, {})[related.message] = None
    here = [related.message for related in entry.related if related.location == entry.location]
    steps = [Step(number, "; ".join(words), place) for number, (place, words) in enumerate(said.items(), 1)]
    message = "; ".join(dict.fromkeys(here)) or _quote(entry)
    return [*steps, Step(len(steps) + 1, message, entry.location, main=True)]


def _quote(entry: Entry) -> str:
    """The code of the finding, as far as it stands on one line."""
    span = entry.location.span
    code = entry.line[span.start_column : span.end_column if span.end_line == span.start_line else None].strip()
    return f"`{code}`" if code and "`" not in code else "found here"


def write_excerpt(entry: Entry, steps: Sequence[Step]) -> str:
    """The lines around the steps, file by file, that of the finding first."""
    lines = entry.excerpt or {}
    files = dict.fromkeys([(entry.location.path, entry.location.cell), *((line.path, line.cell) for line in lines)])
    return "".join(_write_file(path, cell, lines, steps) for path, cell in files)


def _write_file(path: str, cell: int | None, lines: Mapping[Line, str], steps: Sequence[Step]) -> str:
    rows = sorted(line.row for line in lines if (line.path, line.cell) == (path, cell))
    if not rows:
        return ""
    here = [step for step in steps if (step.location.path, step.location.cell) == (path, cell)]
    name = show_path(path) + ("" if cell is None else f", cell {cell}")
    body = []
    for row, before in zip(rows, [rows[0] - 1, *rows], strict=False):
        if row > before + 1:
            body.append('<div class="gap" aria-hidden="true">\u22ef</div>')
        body.append(_write_row(row, lines[Line(path, cell, row)], [s for s in here if _covers(s, row)]))
    return f'<figure><figcaption>{write_text(name)}</figcaption><pre tabindex="0">{"".join(body)}</pre></figure>'


def _covers(step: Step, row: int) -> bool:
    return step.location.span.start_line <= row <= step.location.span.end_line


def _write_row(row: int, text: str, steps: Sequence[Step]) -> str:
    starting = [step for step in steps if step.location.span.start_line == row]
    kind = "line main" if any(step.main for step in steps) else "line at" if steps else "line"
    badges = "".join(write_badge(step) for step in starting)
    return (
        f'<div class="{kind}"><span class="row">{row}</span><span class="badges">{badges}</span>'
        f"<code>{''.join(_mark(row, text, steps)) or ' '}</code></div>"
    )


def _mark(row: int, text: str, steps: Sequence[Step]) -> Iterator[str]:
    """The text, its parts that belong to steps marked; where several do, the finding's own mark wins, then the smallest."""
    owners: list[Step | None] = [None] * len(text)
    for step in sorted(steps, key=lambda step: (step.main, -_length(step.location))):
        span = step.location.span
        start = span.start_column if span.start_line == row else len(text) - len(text.lstrip())
        end = span.end_column if span.end_line == row else len(text)
        owners[start:end] = [step] * len(owners[start:end])
    begin = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or owners[at] is not owners[begin]:
            owner, part = owners[begin], write_text(text[begin:at].replace("\t", _TAB))
            yield part if owner is None else f'<mark class="{"main" if owner.main else "step"}">{part}</mark>'
            begin = at


def _length(location: Location) -> int:
    span = location.span
    return (span.end_line - span.start_line) * 1000 + span.end_column - span.start_column


def write_badge(step: Step) -> str:
    """The number of a step in a disc."""
    return f'<span class="badge{" main" if step.main else ""}">{step.number}</span>'


def write_fix(entry: Entry, fix: Fix) -> str:
    """What the fix changes, as a diff; empty if its lines are not at hand."""
    places = dict.fromkeys((edit.location.path, edit.location.cell) for edit in fix.edits)
    changes = [
        _change(entry, [e for e in fix.edits if (e.location.path, e.location.cell) == place]) for place in places
    ]
    lines = [line for old, new in changes for line in list(difflib.unified_diff(old, new, n=0, lineterm=""))[2:]]
    kinds = {"+": "add", "-": "del"}
    shown = "".join(
        f'<div class="{kinds[line[0]]}">{write_text(line.replace(chr(9), _TAB))}</div>'
        for line in lines
        if line[0] in kinds
    )
    return f'<pre class="diff" tabindex="0">{shown}</pre>' if shown else ""


def _change(entry: Entry, edits: Sequence[Edit]) -> tuple[list[str], list[str]]:
    """The lines that edits of one file touch, before and after."""
    first = min(edit.location.span.start_line for edit in edits)
    last = max(edit.location.span.end_line for edit in edits)
    place, lines = edits[0].location, entry.excerpt or {}
    old = [lines.get(Line(place.path, place.cell, row)) for row in range(first, last + 1)]
    known = [line for line in old if line is not None]
    if len(known) != len(old):
        return [], []
    starts = [sum(len(line) + 1 for line in known[:number]) for number in range(len(known))]
    text = "\n".join(known)
    for edit in sorted(edits, key=lambda edit: edit.location.span, reverse=True):
        span = edit.location.span
        start = starts[span.start_line - first] + span.start_column
        end = starts[span.end_line - first] + span.end_column
        text = text[:start] + edit.content + text[end:]
    return known, text.splitlines()
