"""`--output-format azure`: logging commands of Azure Pipelines. Floor 5.

Format: learn.microsoft.com, "Logging commands", task.logissue; the escapes are those of azure-pipelines-task-lib.
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
        "type": entry.severity.value,
        "sourcepath": entry.path,
        "linenumber": str(span.start_line),
        "columnnumber": str(span.start_column + 1),
        "code": entry.code,
    }
    said = "".join(f"{key}={_escape_property(value)};" for key, value in properties.items())
    return f"##vso[task.logissue {said}]{_escape(describe_flat(entry, summary=True))}\n"


def _escape(text: str) -> str:
    return make_visible(text.replace("%", "%AZP25").replace("\r", "%0D").replace("\n", "%0A"))


def _escape_property(text: str) -> str:
    return _escape(text).replace("]", "%5D").replace(";", "%3B")
