"""Results put together: each diagnostic once, under its own file, as that file's settings want it."""

from __future__ import annotations

from pathlib import Path

from retain_lint.configuration.discovery import CheckedFile
from retain_lint.configuration.options import PatternIgnores, Settings
from retain_lint.configuration.rule_selection import Layer, RuleName
from retain_lint.diagnostic import Confidence, Diagnostic
from retain_lint.results.filters import FilterMaker
from retain_lint.results.merging import collect, make_file_filters
from retain_lint.results.model import FileResult, ReportedDiagnostic
from retain_lint.source import Location, Span

RULES = FilterMaker((RuleName("RTG101", "first"), RuleName("RTG201", "second")))
A, B, ABSENT = Path("/p/a.py"), Path("/p/b.py"), Path("/p/other.py")


def find(
    path: Path, line: int, code: str = "RTG101", confidence: Confidence = Confidence.DEFINITE
) -> ReportedDiagnostic:
    location = Location(str(path), Span(line, 0, line, 1))
    return ReportedDiagnostic(Diagnostic(code, "", f"{line}", location, confidence), line, {})


def collect_codes(results: list[FileResult], *, b: Settings | None = None) -> list[list[tuple[str, int]]]:
    """The codes and lines of each file."""
    files = [CheckedFile(A, Settings(Path("/p"))), CheckedFile(B, b or Settings(Path("/p")))]
    collected = collect(results, make_file_filters(files, RULES))
    assert [result.path for result in collected.files] == [result.path for result in results]
    return [[(item.diagnostic.code, item.noqa_row) for item in result.reported] for result in collected.files]


def test_a_finding_belongs_to_the_file_that_it_lies_in() -> None:
    results = [FileResult(A, (find(B, 7), find(A, 1))), FileResult(B, (find(B, 3),))]
    assert collect_codes(results) == [[("RTG101", 1)], [("RTG101", 3), ("RTG101", 7)]]


def test_files_that_are_not_checked_have_no_findings() -> None:
    assert collect_codes([FileResult(A, (find(ABSENT, 1), find(A, 2))), FileResult(B)]) == [[("RTG101", 2)], []]


def test_each_finding_once_and_the_surest() -> None:
    seen_from_a = find(B, 3, confidence=Confidence.CONDITIONAL)
    results = [FileResult(A, (seen_from_a,)), FileResult(B, (find(B, 3), find(B, 3, "RTG201")))]
    assert collect_codes(results) == [[], [("RTG101", 3), ("RTG201", 3)]]
    settings = Settings(Path("/p"), min_confidence=Confidence.CONDITIONAL)
    files = make_file_filters([CheckedFile(B, settings)], RULES)
    for order in (results, results[::-1]):
        (kept, _) = next(result.reported for result in collect(order, files).files if result.path == B)
        assert kept.diagnostic.confidence is Confidence.DEFINITE


def test_the_settings_of_the_file_count() -> None:
    results = [FileResult(A, (find(B, 7), find(A, 1))), FileResult(B, (find(B, 8, "RTG201"),))]
    only_second = Settings(Path("/p"), layers=(Layer(select=("RTG2",)),))
    assert collect_codes(results, b=only_second) == [[("RTG101", 1)], [("RTG201", 8)]]
    ignored = Settings(Path("/p"), per_file_ignores=(PatternIgnores(Path("/p"), "b.py", ("second",)),))
    assert collect_codes(results, b=ignored) == [[("RTG101", 1)], [("RTG101", 7)]]


def test_minimum_confidence() -> None:
    results = [FileResult(A), FileResult(B, (find(B, 1, confidence=Confidence.CONDITIONAL), find(B, 2)))]
    assert collect_codes(results)[1] == [("RTG101", 2)]
    both = Settings(Path("/p"), min_confidence=Confidence.CONDITIONAL)
    assert collect_codes(results, b=both)[1] == [("RTG101", 1), ("RTG101", 2)]


def test_a_path_may_be_spelled_through_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    (real / "a.py").touch()
    link.symlink_to(real)
    filters = make_file_filters([CheckedFile(link / "a.py", Settings(tmp_path))], RULES)
    collected = collect([FileResult(link / "a.py", (find(real / "a.py", 1),))], filters)
    assert len(collected.files[0].reported) == 1
