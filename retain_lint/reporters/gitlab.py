"""`--output-format gitlab`: a Code Quality report. Floor 5.

Format: docs.gitlab.com, "Code Quality", a part of Code Climate's specification; the fingerprints must differ.
"""

from __future__ import annotations

import json

from retain_lint.diagnostic import Severity
from retain_lint.reporters.entries import Entry, list_entries
from retain_lint.reporters.flat_places import describe_flat, flatten
from retain_lint.results.model import Results

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor"}


def render(results: Results) -> str:
    """The report as JSON text; `[]` when nothing was found."""
    return json.dumps([_issue(entry) for entry in list_entries(results)], indent=2) + "\n"


def _issue(entry: Entry) -> dict[str, object]:
    span = flatten(entry.location)
    return {
        "type": "issue",
        "check_name": entry.code,
        "categories": ["Bug Risk" if entry.severity is Severity.ERROR else "Performance"],
        "description": f"{entry.code}: {describe_flat(entry, summary=True)}",
        "severity": _SEVERITIES[entry.severity],
        "fingerprint": entry.fingerprint,
        "location": {"path": entry.path, "lines": {"begin": span.start_line, "end": span.end_line}},
    }
