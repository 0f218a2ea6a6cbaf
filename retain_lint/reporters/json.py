"""`--output-format json`: a list of objects (json_entries.py). Floor 5."""

from __future__ import annotations

import json

from retain_lint.reporters.entries import list_entries
from retain_lint.reporters.json_entries import describe_entry
from retain_lint.results.model import Results


def render(results: Results) -> str:
    """The report as JSON text; `[]` when nothing was found."""
    return json.dumps([describe_entry(entry) for entry in list_entries(results)], indent=2) + "\n"
