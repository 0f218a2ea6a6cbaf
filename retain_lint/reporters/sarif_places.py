"""SARIF's words for places and fixes. Floor 5."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from retain_lint.diagnostic import Edit, Fix
from retain_lint.reporters.entries import slashed
from retain_lint.source import Location, Span

#: stands for the folder that relative paths are seen from
ROOT = "%SRCROOT%"


def describe_place(location: Location, line: str = "", message: str = "") -> dict[str, object]:
    """A `location`. The lines of a notebook's cell are not lines of the file: its place is named in words."""
    physical: dict[str, object] = {"artifactLocation": _artifact(location.path)}
    said: dict[str, object] = {"physicalLocation": physical}
    if location.cell is None:
        physical["region"] = {**_region(location.span), **({"snippet": {"text": line}} if line else {})}
    else:
        name = f"cell {location.cell}, line {location.span.start_line}"
        said["logicalLocations"] = [{"fullyQualifiedName": name}]
    if message:
        said["message"] = {"text": message}
    return said


def describe_fix(fix: Fix) -> dict[str, object]:
    """A `fix`, with how far it may be trusted."""
    paths = dict.fromkeys(edit.location.path for edit in fix.edits)
    return {
        "description": {"text": fix.message},
        "artifactChanges": [
            _change(path, [edit for edit in fix.edits if edit.location.path == path]) for path in paths
        ],
        "properties": {"applicability": fix.applicability.value},
    }


def _change(path: str, edits: Sequence[Edit]) -> dict[str, object]:
    replacements = [
        {"deletedRegion": _region(edit.location.span), "insertedContent": {"text": edit.content}} for edit in edits
    ]
    return {"artifactLocation": _artifact(path), "replacements": replacements}


def _artifact(path: str) -> dict[str, object]:
    shown = slashed(path)
    if Path(shown).is_absolute():
        return {"uri": Path(shown).as_uri()}
    return {"uri": quote(str(PurePosixPath(shown)), errors="surrogateescape"), "uriBaseId": ROOT}


def _region(span: Span) -> dict[str, object]:
    return {
        "startLine": span.start_line,
        "startColumn": span.start_column + 1,
        "endLine": span.end_line,
        "endColumn": span.end_column + 1,
    }
