"""The flake8 plugin, code prefix RTG. Floor 6.

flake8 itself applies select, ignore and `# noqa`; what is on beyond that, the plugin decides by the same table as the
command line (configuration.rule_selection): flake8's own list of what is off by default is lost as soon as a user writes
`ignore`. A file that cannot matter costs one search for a few words: heavy imports come after that.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from configparser import ConfigParser
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from retain_lint import __version__

if TYPE_CHECKING:
    from retain_lint.cache.results import Cache
    from retain_lint.results.filters import Filter
    from retain_lint.results.model import FileResult

#: not a rule: says that the analysis of a file has failed, as flake8's own E902 does for reading it
INTERNAL_ERROR = "RTG999"

Report = tuple[int, int, str, type]

_CONFIDENCES = ("definite", "conditional")


@dataclass(frozen=True, slots=True)
class PluginOptions:
    """What flake8's options mean here. `conditional`: findings that hold on some paths only are shown; `named`: the
    selectors that the user has written; `noqa`: comments silence; `cache`: results of other runs are used."""

    conditional: bool = False
    named: tuple[str, ...] = ()
    noqa: bool = True
    cache: bool = True


class Plugin:
    """What flake8 makes for each file."""

    name = "retain-lint"
    version = __version__
    options: ClassVar[PluginOptions] = PluginOptions()
    cache: ClassVar[Cache | None] = None

    def __init__(self, tree: ast.AST, filename: str, lines: Sequence[str]) -> None:
        """`tree` is not used: flake8 takes it for the sign of a plugin that is run once a file."""
        self.path = Path(filename).absolute()
        self.lines = lines

    @classmethod
    def add_options(cls, manager: Any) -> None:
        """Adds our options."""
        manager.add_option(
            "--rtg-min-confidence",
            choices=_CONFIDENCES,
            default=_CONFIDENCES[0],
            parse_from_config=True,
            help="show findings that hold on every path only (definite), or on some too (conditional)",
        )

        manager.add_option(
            "--rtg-no-cache",
            action="store_const",  # flake8 ends in a traceback where the configuration holds another word for a flag
            const="true",
            default="false",
            parse_from_config=True,
            help="neither use nor keep results of other runs",
        )

    @classmethod
    def parse_options(cls, options: Any) -> None:
        """Takes the options over; flake8 calls this once in each process, and checks `choices` on the command line only.

        Raises flake8's ExecutionError, which it prints as a line."""
        _demand("rtg-min-confidence", options.rtg_min_confidence, _CONFIDENCES)
        _demand("rtg-no-cache", options.rtg_no_cache.lower(), tuple(ConfigParser.BOOLEAN_STATES))
        named = (*(options.select or ()), *(options.extend_select or ()))
        conditional = options.rtg_min_confidence == "conditional"
        cls.options = PluginOptions(
            conditional,
            tuple(map(str, named)),
            not options.disable_noqa,
            not ConfigParser.BOOLEAN_STATES[options.rtg_no_cache.lower()],
        )
        cls.cache = None

    def run(self) -> Iterator[Report]:
        """The diagnostics of the file, columns counted from 0."""
        from retain_lint.frontend.text import can_matter  # imports no parser

        text = "".join(self.lines)
        if can_matter(text.encode("utf-8", "surrogatepass")):
            yield from self._report(self._check(text))

    def _check(self, text: str) -> FileResult:
        """The result of the text, which flake8 has decoded. It is known by bytes that mean this text, if there are any."""
        from retain_lint.frontend.text import SourceText
        from retain_lint.runner import Runner

        runner, data = Runner(noqa=self.options.noqa), _find_bytes(self.path, text)
        if data is None:
            return runner.check_text(SourceText(str(self.path), text))
        cache = self._open_cache()
        return runner.check_file(self.path, data) if cache is None else cache.check(self.path, data, runner.check_file)

    def _open_cache(self) -> Cache | None:
        """The cache of this run of flake8, that of our own command line in the same folder."""
        if self.cache is None and self.options.cache:
            from retain_lint.cache.opening import open_cache
            from retain_lint.configuration.environment import read_environment
            from retain_lint.configuration.options import Options
            from retain_lint.configuration.settings_finder import SettingsFinder
            from retain_lint.configuration.values import ConfigError

            here = Path.cwd()
            try:
                settings = SettingsFinder(read_environment(Options(here))).find(here)
            except ConfigError:  # of our command line, which says so; flake8 has its own configuration
                return None
            type(self).cache = open_cache(settings, noqa=self.options.noqa)
        return self.cache

    def _report(self, result: FileResult) -> Iterator[Report]:
        from retain_lint.reporters.visible import make_visible
        from retain_lint.results.comment_checks import check_comments
        from retain_lint.results.model import FailureKind

        for failure in result.errors:
            if failure.kind is FailureKind.INTERNAL:  # flake8 reports syntax errors itself, as E999
                yield 1, 0, make_visible(f"{INTERNAL_ERROR} retain-lint: {failure.message}"), type(self)
        if not (result.reported or result.comments):
            return  # the rules, by which others are chosen, need not be imported
        keeper = _make_filter(self.options)
        # flake8 reads its own comments itself; ours, and codes in lower case, it does not know.
        for reported in (*result.reported, *check_comments(result, result.used, keeper.selection)):
            diagnostic = reported.diagnostic
            if keeper.admit(diagnostic) is not None and diagnostic.location.path == str(self.path):
                span = diagnostic.location.span
                said = make_visible(f"{diagnostic.code} {diagnostic.summary}")  # flake8 prints it as it is
                yield span.start_line, span.start_column, said, type(self)


def _find_bytes(path: Path, text: str) -> bytes | None:
    """The bytes that the command line would read as this text, but for its line ends, which flake8 makes alike: those on disk, so
    that both know a file by the same contents, or the text's own, which is not saved yet."""
    from retain_lint.frontend.text import SourceError, read_source
    from retain_lint.source import LINE_END

    wanted = LINE_END.sub("\n", text)
    for data in (_read(path), text.encode("utf-8", "surrogatepass")):
        try:
            if data is not None and LINE_END.sub("\n", read_source(path, data).text) == wanted:
                return data
        except SourceError:
            continue
    return None


def _demand(name: str, said: str, allowed: Collection[str]) -> None:
    """Raises flake8's ExecutionError for a value that an option does not take."""
    if said not in allowed:
        from flake8.exceptions import ExecutionError  # type: ignore[import-untyped]

        raise ExecutionError(f"{name} must be one of {', '.join(allowed)}, not {said}")


def _read(path: Path) -> bytes | None:
    """A pipe is not read: flake8 has taken what was in it."""
    try:
        return path.read_bytes() if path.is_file() else None
    except OSError:
        return None


def _make_filter(options: PluginOptions) -> Filter:
    """The command line's filter for flake8's options; what flake8 is to ignore it leaves out itself."""
    from retain_lint.configuration.rule_selection import Layer, select_rules
    from retain_lint.diagnostic import Confidence
    from retain_lint.results.filters import Filter, list_rule_names

    rules = list_rule_names()
    ours = tuple(selector for selector in options.named if any(rule.code.startswith(selector) for rule in rules))
    least = Confidence.CONDITIONAL if options.conditional else Confidence.DEFINITE
    return Filter(select_rules([Layer(extend_select=ours)], rules), least, frozenset())
