"""The output formats by name. Floor 5."""

from __future__ import annotations

from collections.abc import Callable

from retain_lint.reporters import concise, json, text
from retain_lint.reporters.style import Style
from retain_lint.results import Results

#: formats read by people, which a summary may follow
FOR_PEOPLE = frozenset({"text", "full", "concise"})


def find_renderer(output_format: str, style: Style) -> Callable[[Results], str]:
    """The function that renders results in a format of config.OUTPUT_FORMATS."""
    if output_format in ("text", "full"):
        return lambda results: text.render(results, style)
    return {"concise": concise.render, "json": json.render}[output_format]
