"""What checking files yields: diagnostics with all that a reporter needs to show them. Floor 5.

Everything here crosses process borders, and holds the source lines that are shown: reporters read no files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from retain_lint.diagnostic import Diagnostic
from retain_lint.domain.call_verdict import CallVerdict
from retain_lint.domain.picture import Picture
from retain_lint.project.files import Footprint
from retain_lint.source import Location, Span


class Line(NamedTuple):
    """A line of a file, counted from 1; in a notebook, within its cell."""

    path: str
    cell: int | None
    row: int


@dataclass(frozen=True, slots=True)
class ReportedDiagnostic:
    """A diagnostic that nothing silences. `noqa_row` is the line where a `# noqa` comment would silence it;
    `lines` the first source line of each location that it mentions; `excerpt` the lines of its places, edits and their
    surroundings."""

    diagnostic: Diagnostic
    noqa_row: int
    lines: Mapping[Location, str]
    excerpt: Mapping[Line, str] = field(default_factory=dict)


class FailureKind(Enum):
    """Why a file could not be checked."""

    SYNTAX = "invalid-syntax"
    UNREADABLE = "unreadable-file"
    INTERNAL = "internal-error"


@dataclass(frozen=True, slots=True)
class Failure:
    """What kept a file from being checked, and where in it. Its text is one line that starts with the path."""

    kind: FailureKind
    message: str
    location: Location

    def __str__(self) -> str:
        cell = "" if self.location.cell is None else f"cell {self.location.cell}:"
        span = self.location.span
        place = f":{cell}{span.start_line}:{span.start_column + 1}" if self.kind is FailureKind.SYNTAX else ""
        return f"{self.location.path}{place}: {self.message}"


def fail(kind: FailureKind, path: Path, message: str) -> Failure:
    """A failure of a whole file."""
    return Failure(kind, message, Location(str(path), Span(1, 0, 1, 0)))


class NoqaUse(NamedTuple):
    """A word of a comment that silences (empty: all of it), on a line of that text: what stays the same while lines move."""

    path: str
    text: str
    word: str


@dataclass(frozen=True, slots=True)
class NoqaWord:
    """A code or a name in a comment, and the rules that it speaks of."""

    text: str
    location: Location
    codes: frozenset[str]


@dataclass(frozen=True, slots=True)
class NoqaComment:
    """A comment that silences findings, where it stands, and the source line."""

    location: Location
    line: str
    words: tuple[NoqaWord, ...]
    ours: bool
    malformed: bool

    def use(self, word: str = "") -> NoqaUse:
        """What says that it, or a word of it, has silenced something."""
        return NoqaUse(self.location.path, self.line.strip(), word)


@dataclass(frozen=True, slots=True)
class FileResult:
    """The outcome for one file. `errors`: it, or these cells of a notebook, could not be checked; `traceback` is the longer
    story of an internal error; `statistics` counts the budgets that cut the analysis short, `calls` are the verdicts of its
    engine calls, by place, `pictures` show its functions, if they were asked for. `comments` are those of the file that
    silence findings, `used` those of any file that have. `footprint` is what it rests on beside the file itself; None: it is not to
    be remembered. Not `whole`: a first answer, which a longer analysis may correct."""

    path: Path
    reported: tuple[ReportedDiagnostic, ...] = ()
    errors: tuple[Failure, ...] = ()
    traceback: str | None = None
    statistics: Mapping[str, int] = field(default_factory=dict)
    calls: tuple[CallVerdict, ...] = ()
    pictures: tuple[Picture, ...] = ()
    comments: tuple[NoqaComment, ...] = ()
    used: frozenset[NoqaUse] = frozenset()
    footprint: Footprint | None = field(default=None, compare=False)
    whole: bool = True

    @property
    def cut_short(self) -> bool:
        """Did a budget end the analysis early, or is a part of the file left out?"""
        return bool(self.errors) or any(count and "cut" in name for name, count in self.statistics.items())


@dataclass(frozen=True, slots=True)
class Results:
    """The outcomes of a run, in the order of discovery. `known`: findings left out, which a baseline holds; `gone`: those
    that it holds and that are no longer found."""

    files: tuple[FileResult, ...]
    known: int = 0
    gone: int = 0

    def reported(self) -> Iterator[ReportedDiagnostic]:
        """All diagnostics, file by file, each file's by place."""
        return (reported for result in self.files for reported in result.reported)

    def calls(self) -> list[CallVerdict]:
        """The verdicts of all engine calls, in the same order."""
        return [call for result in self.files for call in result.calls]

    def statistics(self) -> Counter[str]:
        """The sum of the files' statistics."""
        return _sum(result.statistics for result in self.files)


def _sum(counts: Iterable[Mapping[str, int]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for count in counts:
        total.update(count)
    return total
