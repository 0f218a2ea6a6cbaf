"""What the machine formats report: findings, and files that could not be checked, in one shape. Floor 5."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath

from retain_lint import DOCUMENTATION
from retain_lint.diagnostic import Confidence, Fix, RelatedLocation, Severity
from retain_lint.reporters.paths import show_path
from retain_lint.results.fingerprints import Fingerprints
from retain_lint.results.model import Failure, FailureKind, Line, ReportedDiagnostic, Results
from retain_lint.source import Location


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to report. `path` is seen from the working directory, with slashes; `fingerprint` is unlike every other
    one of the run. A file that could not be checked has neither a `noqa_row` nor a documentation (`url`)."""

    code: str
    name: str
    message: str
    severity: Severity
    location: Location
    path: str
    fingerprint: str
    url: str | None = None
    help: str = ""
    notes: tuple[str, ...] = ()
    confidence: Confidence = Confidence.DEFINITE
    related: tuple[RelatedLocation, ...] = ()
    fix: Fix | None = None
    noqa_row: int | None = None
    excerpt: Mapping[Line, str] | None = None

    @property
    def is_failure(self) -> bool:
        """Could the file not be checked?"""
        return self.noqa_row is None

    @property
    def summary(self) -> str:
        """Cause and cure on one line."""
        return f"{self.message} (help: {self.help})" if self.help else self.message

    @property
    def line(self) -> str:
        """The source line that the entry starts on."""
        return self.read(self.location.cell, self.location.span.start_line)

    def read(self, cell: int | None, row: int) -> str:
        """A line of the entry's own file; empty if it is not in the excerpt."""
        return (self.excerpt or {}).get(Line(self.location.path, cell, row), "")


def list_entries(results: Results) -> Iterator[Entry]:
    """The entries of a run, file by file; why a file could not be checked comes before what was found in it."""
    fingerprints = Fingerprints()
    for result in results.files:
        yield from (_enter_failure(failure, fingerprints) for failure in result.errors)
        for reported in result.reported:
            yield _enter(reported, fingerprints)


def make_url(code: str) -> str:
    """The page of a rule."""
    return f"{DOCUMENTATION}rules/{code}/"


def slashed(path: str) -> str:
    """A path seen from the working directory, with slashes on every system."""
    return PurePath(show_path(path)).as_posix()


def _enter(reported: ReportedDiagnostic, fingerprints: Fingerprints) -> Entry:
    found = reported.diagnostic
    path = slashed(found.location.path)
    return Entry(
        code=found.code,
        name=found.name,
        message=found.message,
        severity=found.severity,
        location=found.location,
        path=path,
        fingerprint=fingerprints.make(path, found.code, reported.lines.get(found.location, "")),
        url=make_url(found.code),
        help=found.help,
        notes=found.notes,
        confidence=found.confidence,
        related=found.related_locations,
        fix=found.fix,
        noqa_row=reported.noqa_row,
        excerpt=reported.excerpt,
    )


def _enter_failure(failure: Failure, fingerprints: Fingerprints) -> Entry:
    path = slashed(failure.location.path)
    name = failure.kind.value
    message = failure.message.removeprefix("syntax error: ") if failure.kind is FailureKind.SYNTAX else failure.message
    fingerprint = fingerprints.make(path, name, message)
    return Entry(name, name, message, Severity.ERROR, failure.location, path, fingerprint)
