"""`--output-format concise`: one finding a line, `path:row:column: CODE message`. Floor 5."""

from __future__ import annotations

from retain_lint.reporters.paths import show_place
from retain_lint.results import Results


def render(results: Results) -> str:
    """The report as text; empty when nothing was found."""
    diagnostics = (reported.diagnostic for reported in results.reported())
    return "".join(
        f"{show_place(diagnostic.location)}: {diagnostic.code} {diagnostic.message}\n" for diagnostic in diagnostics
    )
