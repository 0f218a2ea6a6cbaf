"""Which findings are silenced: rule selection, per-file ignores, confidence, and `# noqa` comments. Floor 5.

The only place that decides silence for the command line. The comments are flake8's, to the letter: `# noqa`,
`# noqa: RTG201,RTG3` on the line of the finding's start, and `# flake8: noqa` on a line of its own for the whole file.
`# retain-lint: noqa` does the same for this tool alone, and may name codes.
"""

from __future__ import annotations

import io
import re
import tokenize
from dataclasses import dataclass, field
from pathlib import Path

from retain_lint.config import PatternIgnores, Settings
from retain_lint.diagnostic import Confidence, Diagnostic
from retain_lint.patterns import compile_globs
from retain_lint.selection import RuleName, Selection, match_rules, select_rules

_CODES = r"(?::\s?(?P<codes>(?:[A-Z]+[0-9]+(?:[,\s]+)?)+))?"
_LINE = re.compile(r"# noqa" + _CODES, re.IGNORECASE)
_FILE = re.compile(r"\s*# (?:flake8[:=]\s*noqa|retain-lint:\s*noqa" + _CODES + ")", re.IGNORECASE)
_EVERYTHING = ("",)


@dataclass(frozen=True, slots=True)
class Suppressions:
    """The comments of one file. A silence is a tuple of code prefixes; the empty prefix stands for all codes."""

    whole_file: tuple[str, ...]
    lines: dict[int, tuple[str, ...]]
    line_ends: dict[int, int]

    def silences(self, code: str, line: int) -> bool:
        """Whether a comment silences `code` reported at `line` (1-based, of the whole text)."""
        return code.startswith(self.whole_file) or code.startswith(self.lines.get(line, ()))

    def noqa_row(self, line: int) -> int:
        """The line where a `# noqa` comment for a finding at `line` belongs: the end of a multi-line string or of
        lines joined by backslashes, else the line itself."""
        return self.line_ends.get(line, line)


def _prefixes(match: re.Match[str]) -> tuple[str, ...]:
    codes = match.group("codes")
    return tuple(re.split(r"[,\s]+", codes.upper().strip(", \t\n"))) if codes else _EVERYTHING


def _line_ranges(text: str) -> list[tuple[int, int]]:
    """Ranges of physical lines that flake8 searches as one: multi-line strings and backslash continuations."""
    ranges = []
    start = 0
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in (tokenize.ENDMARKER, tokenize.DEDENT):
                continue
            start = start or token.start[0]
            if token.type in (tokenize.NL, tokenize.NEWLINE):
                if token.end[0] > start:
                    ranges.append((start, token.end[0]))
                start = 0
    except (tokenize.TokenError, SyntaxError):
        return []  # syntax newer than this Python's tokenizer: physical lines only, as flake8 does
    return ranges


def read_suppressions(text: str) -> Suppressions:
    """Finds the comments of a file."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    whole_file: list[str] = []
    silenced: dict[int, tuple[str, ...]] = {}
    for number, line in enumerate(lines, 1):
        if "noqa" in line.lower():
            if match := _FILE.match(line):
                whole_file.extend(_prefixes(match))
            elif match := _LINE.search(line):
                silenced[number] = _prefixes(match)
    line_ends = {}
    for start, end in _line_ranges(text):
        joined = _LINE.search("\n".join(lines[start - 1 : end]))
        for number in range(start, end + 1):
            line_ends[number] = end
            if joined:
                silenced[number] = _prefixes(joined)
    return Suppressions(tuple(whole_file), silenced, line_ends)


@dataclass(frozen=True, slots=True)
class Filter:
    """What the settings let through for one file."""

    selection: Selection
    min_confidence: Confidence

    def keeps(self, diagnostic: Diagnostic) -> bool:
        """Whether a diagnostic is reported."""
        sure = diagnostic.confidence is Confidence.DEFINITE or self.min_confidence is Confidence.CONDITIONAL
        return sure and self.selection.includes(diagnostic)


@dataclass(frozen=True, slots=True)
class FilterMaker:
    """Makes the filters of a run's files; the selectors of each configuration are resolved once."""

    rules: tuple[RuleName, ...]
    _selections: dict[Settings, Selection] = field(default_factory=dict)

    def validate(self, settings: Settings) -> Selection:
        """The rules that are on under some settings. Raises SelectorError for an unknown selector anywhere in them."""
        if settings not in self._selections:
            for ignores in settings.per_file_ignores:
                match_rules(ignores.selectors, self.rules, ignores.origin)
            self._selections[settings] = select_rules(settings.layers, self.rules)
        return self._selections[settings]

    def make(self, path: Path, settings: Settings) -> Filter:
        """The filter for one file."""
        selection = self.validate(settings)
        for ignores in settings.per_file_ignores:
            if _is_ignored_in(path, ignores):
                selection = selection.without(match_rules(ignores.selectors, self.rules))
        return Filter(selection, settings.min_confidence)


def _is_ignored_in(path: Path, ignores: PatternIgnores) -> bool:
    pattern = ignores.pattern.removeprefix("!")
    matched = compile_globs(ignores.root, [pattern]).covers(path)
    return matched != ignores.pattern.startswith("!")
