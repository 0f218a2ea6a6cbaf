"""`--output-format json`: a list of objects with ruff's keys, and a few of our own. Floor 5.

The shape is a contract: keys may be added, never changed. Rows and columns count from 1, ends are exclusive.
"""

from __future__ import annotations

import json

from retain_lint.diagnostic import Edit, Fix, RelatedLocation
from retain_lint.results import ReportedDiagnostic, Results
from retain_lint.source import Location


def _start(location: Location) -> dict[str, int]:
    return {"row": location.span.start_line, "column": location.span.start_column + 1}


def _end(location: Location) -> dict[str, int]:
    return {"row": location.span.end_line, "column": location.span.end_column + 1}


def _edit(edit: Edit) -> dict[str, object]:
    return {"content": edit.content, "location": _start(edit.location), "end_location": _end(edit.location)}


def _fix(fix: Fix | None) -> dict[str, object] | None:
    if fix is None:
        return None
    return {
        "applicability": fix.applicability.value,
        "message": fix.message,
        "edits": [_edit(edit) for edit in fix.edits],
    }


def _related(related: RelatedLocation) -> dict[str, object]:
    location = related.location
    return {
        "message": related.message,
        "filename": location.path,
        "cell": location.cell,
        "location": _start(location),
        "end_location": _end(location),
    }


def _diagnostic(reported: ReportedDiagnostic) -> dict[str, object]:
    diagnostic = reported.diagnostic
    return {
        "code": diagnostic.code,
        "name": diagnostic.name,
        "message": diagnostic.message,
        "confidence": diagnostic.confidence.value,
        "filename": diagnostic.location.path,
        "cell": diagnostic.location.cell,
        "location": _start(diagnostic.location),
        "end_location": _end(diagnostic.location),
        "fix": _fix(diagnostic.fix),
        "noqa_row": reported.noqa_row,
        "url": None,
        "related_locations": [_related(related) for related in diagnostic.related_locations],
    }


def render(results: Results) -> str:
    """The report as JSON text; `[]` when nothing was found."""
    return json.dumps([_diagnostic(reported) for reported in results.reported()], indent=2) + "\n"
