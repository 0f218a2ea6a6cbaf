"""`--output-format concise`: one finding a line, `path:row:column: CODE message (help: ...)`. Floor 5."""

from __future__ import annotations

from retain_lint.reporters.paths import show_place
from retain_lint.reporters.style import Style
from retain_lint.reporters.visible import make_visible
from retain_lint.results.model import Results


def render(results: Results, style: Style) -> str:
    """The report as text; empty when nothing was found."""
    diagnostics = (reported.diagnostic for reported in results.reported())
    return "".join(
        f"{style.strong(make_visible(show_place(diagnostic.location)))}: {style.error(diagnostic.code)} "
        f"{make_visible(diagnostic.summary)}\n"
        for diagnostic in diagnostics
    )
