"""`--output-format github`: workflow commands, which GitHub Actions shows on the lines of a pull request. Floor 5.

Format: docs.github.com, "Workflow commands for GitHub Actions"; the escapes are those of actions/toolkit's `command.ts`.
They know line ends and separators only: any other control character would be obeyed by whoever shows the log.
"""

from __future__ import annotations

from retain_lint.reporters.entries import Entry, list_entries
from retain_lint.reporters.flat_places import describe_flat, flatten
from retain_lint.reporters.visible import make_visible
from retain_lint.results.model import Results


def render(results: Results) -> str:
    """One command a line; empty when nothing was found."""
    return "".join(_command(entry) for entry in list_entries(results))


def _command(entry: Entry) -> str:
    span = flatten(entry.location)
    properties = {
        "title": f"retain-lint ({entry.code})",
        "file": entry.path,
        "line": str(span.start_line),
        "col": str(span.start_column + 1),
        "endLine": str(span.end_line),
        "endColumn": str(span.end_column + 1),
    }
    said = ",".join(f"{key}={_escape_property(value)}" for key, value in properties.items())
    message = "\n".join([describe_flat(entry), *([f"help: {entry.help}"] if entry.help else ())])
    return f"::{entry.severity.value} {said}::{_escape(message)}\n"


def _escape(text: str) -> str:
    return make_visible(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _escape_property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
