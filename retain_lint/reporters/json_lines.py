"""`--output-format json-lines`: one object a line (json_entries.py), for programs that read as the lines come. Floor 5."""

from __future__ import annotations

import json

from retain_lint.reporters.entries import list_entries
from retain_lint.reporters.json_entries import describe_entry
from retain_lint.results.model import Results


def render(results: Results) -> str:
    """The report as JSON lines; empty when nothing was found."""
    return "".join(f"{json.dumps(describe_entry(entry))}\n" for entry in list_entries(results))
