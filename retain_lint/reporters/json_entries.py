"""The JSON object of one entry, with ruff's keys and a few of our own. Floor 5.

The shape is a contract: keys may be added, never changed. Rows and columns count from 1, ends are exclusive.
"""

from __future__ import annotations

from retain_lint.diagnostic import Edit, Fix, RelatedLocation
from retain_lint.reporters.entries import Entry
from retain_lint.source import Location


def describe_entry(entry: Entry) -> dict[str, object]:
    """What `--output-format json` and `json-lines` say of an entry."""
    return {
        "code": entry.code,
        "name": entry.name,
        "message": entry.message,
        "help": entry.help or None,
        "notes": list(entry.notes),
        "severity": entry.severity.value,
        "confidence": entry.confidence.value,
        **describe_place(entry.location),
        "fix": _fix(entry.fix),
        "noqa_row": entry.noqa_row,
        "url": entry.url,
        "fingerprint": entry.fingerprint,
        "related_locations": [_related(related) for related in entry.related],
    }


def describe_place(location: Location) -> dict[str, object]:
    """A place by its file, its cell in a notebook, its start and its end."""
    return {
        "filename": location.path,
        "cell": location.cell,
        "location": _start(location),
        "end_location": _end(location),
    }


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
    return {"message": related.message, **describe_place(related.location)}
