"""`--output-format rdjson`: reviewdog's Diagnostic Format, fixes as suggestions. Floor 5.

Format: github.com/reviewdog/reviewdog, proto/rdf. Columns count bytes of UTF-8 from 1, ends are exclusive.
"""

from __future__ import annotations

import json

from retain_lint import DOCUMENTATION
from retain_lint.diagnostic import Edit
from retain_lint.reporters.entries import Entry, list_entries
from retain_lint.reporters.flat_places import describe_flat
from retain_lint.results.model import Results
from retain_lint.source import Location


def render(results: Results) -> str:
    """The report as JSON text."""
    report = {
        "source": {"name": "retain-lint", "url": DOCUMENTATION},
        "diagnostics": [_diagnostic(entry) for entry in list_entries(results)],
    }
    return json.dumps(report, indent=2) + "\n"


def _diagnostic(entry: Entry) -> dict[str, object]:
    place: dict[str, object] = {"path": entry.path}
    said: dict[str, object] = {
        "message": describe_flat(entry, summary=True),
        "location": place,
        "severity": entry.severity.value.upper(),
        "code": {"value": entry.code, "url": entry.url} if entry.url else {"value": entry.code},
    }
    if entry.location.cell is None:
        place["range"] = _range(entry, entry.location)
        edits = () if entry.fix is None else entry.fix.edits
        if edits and all(edit.location.path == entry.location.path for edit in edits):
            said["suggestions"] = [_suggestion(entry, edit) for edit in edits]
    return said


def _suggestion(entry: Entry, edit: Edit) -> dict[str, object]:
    return {"range": _range(entry, edit.location), "text": edit.content}


def _range(entry: Entry, location: Location) -> dict[str, object]:
    span = location.span
    return {
        "start": {"line": span.start_line, "column": _byte_column(entry, span.start_line, span.start_column)},
        "end": {"line": span.end_line, "column": _byte_column(entry, span.end_line, span.end_column)},
    }


def _byte_column(entry: Entry, row: int, column: int) -> int:
    """Of a line that is not in the excerpt, as that of a syntax error, the characters count."""
    before = entry.read(None, row)[:column]
    return len(before.encode("utf-8", "surrogatepass")) + column - len(before) + 1
