"""The flake8 plugin, code prefix RTG. Floor 6.

flake8 itself applies select, ignore and `# noqa`; the plugin only leaves out what is not for every project: findings that
hold on some paths only. A file that cannot matter costs one search for a few words: heavy imports come after that.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from retain_lint import __version__

if TYPE_CHECKING:
    from retain_lint.frontend.text import SourceText

#: rules that flake8 shows only when `select` or `extend-select` names them
OFF_BY_DEFAULT = ("RTG203", "RTG204")
#: not a rule: says that the analysis of a file has failed, as flake8's own E902 does for reading it
INTERNAL_ERROR = "RTG900"

Report = tuple[int, int, str, type]


@dataclass(frozen=True, slots=True)
class PluginOptions:
    """What flake8's options mean here. `conditional`: findings that hold on some paths only are shown; `named`: the
    selectors that the user has written."""

    conditional: bool = False
    named: tuple[str, ...] = ()


class Plugin:
    """What flake8 makes for each file."""

    name = "retain-lint"
    version = __version__
    options: ClassVar[PluginOptions] = PluginOptions()

    def __init__(self, tree: ast.AST, filename: str, lines: Sequence[str]) -> None:
        """`tree` is not used: flake8 takes it for the sign of a plugin that is run once a file."""
        self.path = Path(filename).absolute()
        self.lines = lines

    @classmethod
    def add_options(cls, manager: Any) -> None:
        """Adds our option, and turns off the rules that are off by default."""
        manager.extend_default_ignore(list(OFF_BY_DEFAULT))
        manager.add_option(
            "--rtg-min-confidence",
            choices=("definite", "conditional"),
            default="definite",
            parse_from_config=True,
            help="show findings that hold on every path only (definite), or on some too (conditional)",
        )

    @classmethod
    def parse_options(cls, options: Any) -> None:
        """Takes the options over; flake8 calls this once in each process."""
        named = (*(options.select or ()), *(options.extend_select or ()))
        cls.options = PluginOptions(options.rtg_min_confidence == "conditional", tuple(map(str, named)))

    def run(self) -> Iterator[Report]:
        """The diagnostics of the file, columns counted from 0."""
        from retain_lint.frontend.text import SourceError, SourceText, can_matter  # imports no parser

        text = "".join(self.lines)
        if not can_matter(text.encode("utf-8", "surrogatepass")):
            return
        try:
            yield from self._check(SourceText(str(self.path), text))
        except SourceError:
            return  # flake8 reports syntax errors itself, as E999
        except Exception as error:
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            yield 1, 0, f"{INTERNAL_ERROR} retain-lint: internal error: {reason}", type(self)

    def _check(self, source: SourceText) -> Iterator[Report]:
        from retain_lint.diagnostic import Confidence
        from retain_lint.runner import Runner

        for reported in Runner().check_source(source, noqa=False).reported:
            diagnostic = reported.diagnostic
            if diagnostic.confidence is Confidence.DEFINITE:
                named = (*OFF_BY_DEFAULT, *self.options.named)
                shown = diagnostic.default or diagnostic.code.startswith(named)
            else:
                shown = self.options.conditional
            if shown and diagnostic.location.path == source.path:
                span = diagnostic.location.span
                yield span.start_line, span.start_column, f"{diagnostic.code} {diagnostic.message}", type(self)
