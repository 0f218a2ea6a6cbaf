"""What the editor offers to do about a finding: its fix, or a comment that silences it. Floor 6."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lsprotocol.types import CodeAction, CodeActionKind, Range, TextEdit, WorkspaceEdit

from retain_lint.diagnostic import Applicability, Fix
from retain_lint.fixing.added_comments import ABOUT_COMMENTS, make_comment
from retain_lint.frontend.text import SourceText
from retain_lint.reporters.entries import Entry
from retain_lint.server.checking import CheckedText
from retain_lint.server.diagnostics import make_diagnostic
from retain_lint.server.places import Places, overlap
from retain_lint.source import Location, Span

FIX_ALL = f"{CodeActionKind.SourceFixAll.value}.retain-lint"


def list_quick_fixes(checked: CheckedText, places: Places, range_: Range) -> Iterator[CodeAction]:
    """The actions for the findings that a range touches."""
    for entry in checked.entries:
        if overlap(places.write_range(entry.location.span), range_):
            if entry.fix is not None and _is_applicable(entry.fix, checked.path):
                yield _offer_fix(entry, entry.fix, places)
            if not entry.is_failure and entry.code not in ABOUT_COMMENTS:
                yield _offer_comment(entry, checked, places)


def make_fix_all(fixed: str, places: Places) -> CodeAction | None:
    """Replaces the text by the fixed one; None if they are the same."""
    if fixed == places.text:
        return None
    edit = WorkspaceEdit({places.uri: [TextEdit(places.whole(), fixed)]})
    return CodeAction("retain-lint: apply all safe fixes", FIX_ALL, edit=edit)


def _is_applicable(fix: Fix, path: Path) -> bool:
    inside = all(edit.location.path == str(path) for edit in fix.edits)
    return inside and fix.applicability is not Applicability.DISPLAY_ONLY


def _offer_fix(entry: Entry, fix: Fix, places: Places) -> CodeAction:
    safe = fix.applicability is Applicability.SAFE
    title = f"{entry.code}: {fix.message}{'' if safe else ' (unsafe: it changes what is computed)'}"
    return _make_action(title, fix, entry, places, preferred=safe)


def _offer_comment(entry: Entry, checked: CheckedText, places: Places) -> CodeAction:
    """Puts a `# noqa` comment where it silences this finding."""
    row = entry.noqa_row or entry.location.span.start_line
    place = Location(entry.location.path, Span(row, 0, row, 0))
    fix = make_comment(SourceText(str(checked.path), checked.text), place, [entry.code])
    return _make_action(f"{entry.code}: disable for this line", fix, entry, places, preferred=False)


def _make_action(title: str, fix: Fix, entry: Entry, places: Places, *, preferred: bool) -> CodeAction:
    edits = [TextEdit(places.write_range(edit.location.span), edit.content) for edit in fix.edits]
    return CodeAction(
        title,
        CodeActionKind.QuickFix,
        diagnostics=[make_diagnostic(entry, places)],
        is_preferred=preferred,
        edit=WorkspaceEdit({places.uri: edits}),
    )
