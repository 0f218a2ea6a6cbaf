"""The output formats by name. A reporter is imported only when its format is asked for. Floor 5."""

from __future__ import annotations

import importlib
from collections.abc import Callable

from retain_lint.reporters.style import Style
from retain_lint.results.model import Results

#: formats read by people, which are coloured, and which a summary may follow
FOR_PEOPLE = frozenset({"text", "full", "concise", "grouped"})
#: formats that show pictures of the functions
WITH_PICTURES = frozenset({"html"})
#: formats whose reports of some files and of others, one after the other, are the report of all of them
STREAMED = frozenset({"text", "full", "concise", "grouped", "json-lines", "github", "azure", "pylint"})
_MODULES = {"full": "text", "json-lines": "json_lines"}


def find_renderer(output_format: str, style: Style) -> Callable[[Results], str]:
    """The function that renders results in a format of options.OUTPUT_FORMATS."""
    name = _MODULES.get(output_format, output_format)
    render: Callable[..., str] = importlib.import_module(f"retain_lint.reporters.{name}").render
    return (lambda results: render(results, style)) if output_format in FOR_PEOPLE else render
