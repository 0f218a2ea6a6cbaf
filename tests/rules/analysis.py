"""What is reported of programs, with every rule on: each is analysed once a process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from retain_lint.diagnostic import Diagnostic, Fix
from retain_lint.results.model import FileResult
from retain_lint.runner import Runner

_RUNNER = Runner()


@dataclass(frozen=True)
class Reported:
    """One finding."""

    code: str
    line: int
    related_lines: frozenset[int]
    fix: Fix | None


@cache
def check_program(code: str) -> FileResult:
    """All that is found in a program. Raises AssertionError if it cannot be checked."""
    result = _RUNNER.check_file(Path("/nowhere/program.py"), code.encode())
    assert not result.errors, (result.errors, code)
    return result


def check_programs(programs: Mapping[str, str]) -> dict[str, list[Reported]]:
    """The findings in each program, by name. Raises AssertionError if one cannot be checked."""
    found = {
        name: [_describe(reported.diagnostic) for reported in check_program(code).reported]
        for name, code in programs.items()
    }
    return {name: _without_style(name, reports) for name, reports in found.items()}


def _describe(diagnostic: Diagnostic) -> Reported:
    related = frozenset(place.location.span.start_line for place in diagnostic.related_locations)
    return Reported(diagnostic.code, diagnostic.location.span.start_line, related, diagnostic.fix)


def _without_style(name: str, reports: list[Reported]) -> list[Reported]:
    """RTG203 only says how the same thing is written shorter: it may stand beside any other finding."""
    return (
        reports
        if not name.startswith("RTG") or name.startswith("RTG203")
        else [report for report in reports if report.code != "RTG203"]
    )
