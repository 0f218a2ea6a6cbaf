"""Apply fixes to a text. Floor 4: what no edit covers stays byte for byte."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from retain_lint.diagnostic import Edit, Fix
from retain_lint.fixes.passage import find_line_starts
from retain_lint.source import Span


@dataclass(frozen=True, slots=True)
class Applied:
    """The text after the `applied` fixes; `skipped` would have edited the same places, or places outside the text."""

    text: str
    applied: tuple[Fix, ...]
    skipped: tuple[Fix, ...]


def apply_fixes(text: str, fixes: Iterable[Fix]) -> Applied:
    """Apply each fix as a whole, earlier ones first, unless it meets a place that one before has edited.

    All edits must belong to this text: of a notebook, to one cell. An edit that two fixes share is made once.
    """
    starts = find_line_starts(text)
    accepted: dict[tuple[int, int, str], None] = {}
    applied: list[Fix] = []
    skipped: list[Fix] = []
    for fix in fixes:
        edits = [_resolve(edit, starts, len(text)) for edit in fix.edits]
        wanted = [edit for edit in edits if edit is not None and edit not in accepted]
        if None in edits or any(_conflicts(edit, other) for edit in wanted for other in accepted) or _overlap(wanted):
            skipped.append(fix)
            continue
        accepted.update(dict.fromkeys(wanted))
        applied.append(fix)
    return Applied(_replace(text, sorted(accepted)), tuple(applied), tuple(skipped))


def _resolve(edit: Edit, starts: list[int], length: int) -> tuple[int, int, str] | None:
    """The edit in offsets; None if it lies outside of the text."""
    start, end = _find_offsets(edit.location.span, starts)
    return (start, end, edit.content) if 0 <= start <= end <= length else None


def _find_offsets(span: Span, starts: list[int]) -> tuple[int, int]:
    if not (1 <= span.start_line <= span.end_line <= len(starts)):
        return -1, -1
    return starts[span.start_line - 1] + span.start_column, starts[span.end_line - 1] + span.end_column


def _conflicts(one: tuple[int, int, str], other: tuple[int, int, str]) -> bool:
    """Whether two edits overlap, or would insert at one place, where their order would decide the result."""
    if one[:2] == other[:2]:
        return True
    return one[0] < other[1] and other[0] < one[1] or one[0] == other[0]


def _overlap(edits: list[tuple[int, int, str]]) -> bool:
    return any(_conflicts(one, other) for i, one in enumerate(edits) for other in edits[:i])


def _replace(text: str, edits: list[tuple[int, int, str]]) -> str:
    pieces, done = [], 0
    for start, end, content in edits:
        pieces += [text[done:start], content]
        done = end
    return "".join(pieces) + text[done:]
