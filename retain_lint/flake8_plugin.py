"""The flake8 plugin, code prefix RTG. Floor 6.

flake8 itself applies `# noqa`, select and ignore; CONDITIONAL findings and others that are off by default are not handed to it.
Columns count from 0 there. Files that cannot matter cost one search for a few words.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from retain_lint import __version__

#: rules that flake8 shows only when `--extend-select` (or `--select`) names them
OFF_BY_DEFAULT = ("RTG203", "RTG204")


class Plugin:
    """What flake8 makes for each file."""

    name = "retain-lint"
    version = __version__

    def __init__(self, tree: ast.AST, filename: str, lines: Sequence[str]) -> None:
        self.filename = filename
        self.lines = lines

    @classmethod
    def add_options(cls, manager: Any) -> None:
        """Registers the rules that are off by default."""
        manager.extend_default_ignore(list(OFF_BY_DEFAULT))

    def run(self) -> Iterator[tuple[int, int, str, type[Plugin]]]:
        """The diagnostics of the file, as flake8 wants them."""
        from retain_lint.frontend.text import can_matter  # imports no parser

        data = "".join(self.lines).encode("utf-8", "surrogatepass")
        if not can_matter(data):
            return
        from retain_lint.diagnostic import Confidence
        from retain_lint.runner import check_source_text

        name = "<stdin>" if self.filename in ("-", "stdin") else self.filename
        for diagnostic in check_source_text(Path(name).absolute(), "".join(self.lines)):
            shown = diagnostic.default or diagnostic.code in OFF_BY_DEFAULT
            here = diagnostic.location.path == str(Path(name).absolute())
            if shown and here and diagnostic.confidence is Confidence.DEFINITE:
                span = diagnostic.location.span
                yield span.start_line, span.start_column, f"{diagnostic.code} {diagnostic.message}", type(self)
