"""What is known of a text from before an edit, seen in the text after it. Floor 6.

A first answer says less than a whole one, and of a text that does not parse little can be said: what was found before stays,
where nothing that it speaks of was edited, until the next whole check.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from retain_lint.diagnostic import Fix
from retain_lint.reporters.entries import Entry
from retain_lint.results.model import Line
from retain_lint.server.checking import CheckedText
from retain_lint.source import LINE_END, Location

#: lines of the file itself, as the rules write them: those of others stand behind the file's name
_ROWS = re.compile(r"(?<!, )\blines? \d+(?:(?:, | and )\d+\b)*")


@dataclass(frozen=True, slots=True)
class _Edit:
    """All that differs: the lines of `path` from `first` to before `end` have become another number of lines."""

    path: str
    first: int
    end: int
    shift: int

    def move(self, place: Location) -> Location | None:
        """A place after the edit; None if the edit touches it."""
        span = place.span
        if place.path != self.path or span.end_line < self.first:
            return place
        if span.start_line < self.end:
            return None
        rows = {"start_line": span.start_line + self.shift, "end_line": span.end_line + self.shift}
        return replace(place, span=replace(span, **rows))

    def move_row(self, row: int) -> int:
        """A line that the edit does not touch, after it."""
        return row + self.shift if row >= self.end else row

    def reword(self, text: str) -> str:
        """A text that names lines."""
        return _ROWS.sub(lambda rows: re.sub(r"\d+", lambda row: str(self.move_row(int(row[0]))), rows[0]), text)


def carry_over(known: CheckedText, found: CheckedText) -> CheckedText:
    """An answer with what is `known` of the text before, where that was not edited."""
    edit = _find_edit(found.path, LINE_END.split(known.text), LINE_END.split(found.text))
    present = {(entry.code, entry.location) for entry in found.entries}
    moved = (_move(entry, edit) for entry in known.entries if not entry.is_failure)
    kept = [entry for entry in moved if entry is not None and (entry.code, entry.location) not in present]
    return replace(found, entries=(*found.entries, *kept))


def _find_edit(path: Path, before: Sequence[str], after: Sequence[str]) -> _Edit:
    shortest = min(len(before), len(after))
    same = next((row for row in range(shortest) if before[row] != after[row]), shortest)
    left = shortest - same
    tail = next((row for row in range(left) if before[-1 - row] != after[-1 - row]), left)
    return _Edit(str(path), same + 1, len(before) - tail + 1, len(after) - len(before))


def _move(entry: Entry, edit: _Edit) -> Entry | None:
    """The entry after an edit; None if the edit touches a place that it names, or its comment's."""
    places = [entry.location, *(related.location for related in entry.related)]
    places += [change.location for change in entry.fix.edits] if entry.fix else []
    if any(edit.move(place) is None for place in places):
        return None
    return replace(
        entry,
        location=_moved(entry.location, edit),
        message=edit.reword(entry.message),
        help=edit.reword(entry.help),
        notes=tuple(map(edit.reword, entry.notes)),
        related=tuple(replace(one, location=_moved(one.location, edit)) for one in entry.related),
        fix=_move_fix(entry.fix, edit) if entry.fix else None,
        excerpt={_move_line(line, edit): text for line, text in (entry.excerpt or {}).items()},
        noqa_row=None if entry.noqa_row is None else edit.move_row(entry.noqa_row),
    )


def _move_line(line: Line, edit: _Edit) -> Line:
    return line._replace(row=edit.move_row(line.row)) if line.path == edit.path else line


def _moved(place: Location, edit: _Edit) -> Location:
    return edit.move(place) or place


def _move_fix(fix: Fix, edit: _Edit) -> Fix:
    return replace(fix, edits=tuple(replace(one, location=_moved(one.location, edit)) for one in fix.edits))
