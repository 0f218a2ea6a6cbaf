"""What checking files yields: diagnostics with all that a reporter needs to show them. Floor 5.

Everything here crosses process borders, and holds the source lines that are shown: reporters read no files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from retain_lint.diagnostic import Diagnostic
from retain_lint.source import Location


@dataclass(frozen=True, slots=True)
class ReportedDiagnostic:
    """A diagnostic that nothing silences. `noqa_row` is the line where a `# noqa` comment would silence it;
    `lines` the first source line of each location that it mentions."""

    diagnostic: Diagnostic
    noqa_row: int
    lines: Mapping[Location, str]


@dataclass(frozen=True, slots=True)
class FileResult:
    """The outcome for one file. `error` is one line that starts with the path, `traceback` the longer story of an
    internal error; `statistics` counts the budgets that cut the analysis short."""

    path: Path
    reported: tuple[ReportedDiagnostic, ...] = ()
    error: str | None = None
    traceback: str | None = None
    statistics: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Results:
    """The outcomes of a run, in the order of discovery."""

    files: tuple[FileResult, ...]

    def reported(self) -> Iterator[ReportedDiagnostic]:
        """All diagnostics, file by file, each file's by place."""
        return (reported for result in self.files for reported in result.reported)

    def statistics(self) -> Counter[str]:
        """The sum of the files' statistics."""
        return _sum(result.statistics for result in self.files)


def _sum(counts: Iterable[Mapping[str, int]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for count in counts:
        total.update(count)
    return total
