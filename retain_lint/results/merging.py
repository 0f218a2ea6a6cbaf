"""The results of a run put together: each diagnostic under its own file, filtered by that file's settings. Floor 5."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from retain_lint.configuration.discovery import CheckedFile
from retain_lint.diagnostic import Confidence, Diagnostic
from retain_lint.results.filters import Filter, FilterMaker
from retain_lint.results.model import FileResult, NoqaUse, ReportedDiagnostic, Results
from retain_lint.source import Location


@dataclass(frozen=True, slots=True)
class FileFilters:
    """The filters of the checked files; a file that is not checked has none."""

    maker: FilterMaker
    files: dict[str, CheckedFile]

    def find(self, path: str) -> Filter | None:
        """The filter for diagnostics at a path, whichever way it is spelled."""
        file = self.files.get(path) or self.files.get(os.path.realpath(path))
        return None if file is None else self.maker.make(file.path, file.settings)

    def name(self, path: str) -> str:
        """The path by which the user knows a checked file."""
        file = self.files.get(path) or self.files.get(os.path.realpath(path))
        return path if file is None else str(file.path)


def make_file_filters(files: Iterable[CheckedFile], maker: FilterMaker) -> FileFilters:
    """Filters for these files. Raises SelectorError if one's settings name an unknown rule."""
    known: dict[str, CheckedFile] = {}
    for file in files:
        maker.validate(file.settings)
        known[str(file.path)] = file
        known.setdefault(os.path.realpath(file.path), file)
    return FileFilters(maker, known)


def collect(results: Sequence[FileResult], filters: FileFilters, *, complete: bool = True) -> Results:
    """All results, each diagnostic once, in the file that it lies in; those in files not checked are left out. What is wrong
    with comments that silence is among them, if the results are complete: else what they silence is not known."""
    chosen: dict[str, dict[tuple[str, Location], ReportedDiagnostic]] = {}
    used = frozenset(use for result in results for use in result.used)
    for result in results:
        for reported in (*result.reported, *(_check_comments(result, used, filters) if complete else ())):
            path = reported.diagnostic.location.path
            keeper = filters.find(path)
            admitted = keeper.admit(reported.diagnostic) if keeper is not None else None
            if admitted is not None:
                _add(chosen.setdefault(filters.name(path), {}), replace(reported, diagnostic=admitted))
    return Results(tuple(replace(result, reported=_sort(chosen.get(str(result.path), {}))) for result in results))


def _check_comments(result: FileResult, used: frozenset[NoqaUse], filters: FileFilters) -> Iterable[ReportedDiagnostic]:
    keeper = filters.find(str(result.path)) if result.comments else None
    if keeper is None:
        return ()
    # Imported here: few files have such comments.
    from retain_lint.results.comment_checks import check_comments

    return check_comments(result, used, keeper.selection)


def _add(known: dict[tuple[str, Location], ReportedDiagnostic], reported: ReportedDiagnostic) -> None:
    """Files that share a helper may each report it: one report is kept, a definite one if there is any."""
    diagnostic = reported.diagnostic
    key = diagnostic.code, diagnostic.location
    if key not in known or _is_surer(diagnostic, known[key].diagnostic):
        known[key] = reported


def _is_surer(one: Diagnostic, other: Diagnostic) -> bool:
    return one.confidence is Confidence.DEFINITE and other.confidence is not Confidence.DEFINITE


def _sort(reported: dict[tuple[str, Location], ReportedDiagnostic]) -> tuple[ReportedDiagnostic, ...]:
    return tuple(sorted(reported.values(), key=lambda item: _place(item.diagnostic)))


def _place(diagnostic: Diagnostic) -> tuple[int, int, int, str]:
    location = diagnostic.location
    return location.cell or 0, location.span.start_line, location.span.start_column, diagnostic.code
