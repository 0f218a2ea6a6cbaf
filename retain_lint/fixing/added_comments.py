"""`--add-noqa`: a comment on the line of each finding, so that it is silenced from now on. Floor 5."""

from __future__ import annotations

from collections.abc import Iterable

from retain_lint.diagnostic import Applicability, Edit, Fix
from retain_lint.fixing.documents import DocumentError, change, replace_file
from retain_lint.frontend.text import SourceText, read_source
from retain_lint.project.files import hash_bytes
from retain_lint.results.excerpts import find_span, read_line
from retain_lint.results.model import FileResult, ReportedDiagnostic
from retain_lint.results.noqa_comments import read_comments
from retain_lint.rules.unknown_noqa_code import UnknownNoqaCode
from retain_lint.rules.unused_noqa import UnusedNoqa
from retain_lint.source import Location, Span

#: findings about such comments, which are not silenced by another one
ABOUT_COMMENTS = (UnusedNoqa.code, UnknownNoqaCode.code)


def add_comments(result: FileResult) -> int:
    """Silences the findings of a file by comments, and returns on how many lines.

    Raises OSError or DocumentError if the file cannot be written, or is not what was checked."""
    lines = _group(result.reported)
    if not lines:
        return 0
    data = result.path.read_bytes()
    if result.footprint is None or result.footprint.checked != hash_bytes(data):
        raise DocumentError("the file has changed since it was checked")
    source = read_source(result.path, data)
    changed = change(result.path, data, [make_comment(source, place, codes) for place, codes in lines.items()])
    replace_file(result.path, data, changed.data)
    return len(changed.fixes)


def _group(reported: Iterable[ReportedDiagnostic]) -> dict[Location, list[str]]:
    """The codes to silence by the line where a comment does it."""
    lines: dict[Location, list[str]] = {}
    for item in reported:
        place, row = item.diagnostic.location, item.noqa_row
        codes = lines.setdefault(Location(place.path, Span(row, 0, row, 0), place.cell), [])
        if item.diagnostic.code not in (*codes, *ABOUT_COMMENTS):
            codes.append(item.diagnostic.code)
    return {place: sorted(codes) for place, codes in lines.items() if codes}


def make_comment(source: SourceText, place: Location, codes: list[str]) -> Fix:
    """Adds codes to the comment of a line, or a comment to the line."""
    text = read_line(source, find_span(source, place).start_line).rstrip()
    row = place.span.start_line
    words = [word for comment in read_comments(text, row, {}) for word in comment.words]
    column = words[-1].end if words else len(text)
    content = f", {', '.join(codes)}" if words else f"  # noqa: {', '.join(codes)}"
    edit = Edit(content, Location(place.path, Span(row, column, row, column), place.cell))
    return Fix(Applicability.SAFE, "Add a comment", (edit,))
