"""The programs of the tests, checked in this process against what their marks expect."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from retain_lint.fixes.apply import apply_fixes
from retain_lint.results.model import ReportedDiagnostic
from retain_lint.rules.base import all_rules
from retain_lint.rules.examples import Bad, Good
from retain_lint.runner import Runner
from tests.projects.project_files import Project, list_projects
from tests.rules.analysis import Reported
from tests.semantics.cells import Cell, list_cells
from tests.semantics.judging import missing_findings, unexpected_findings
from tests.truth.marks import find_marks
from tests.truth.program_files import Program, list_programs

STYLE = frozenset({"RTG202", "RTG203"})


@dataclass(frozen=True)
class Task:
    """A program: does the analysis say of it what is expected?"""

    name: str
    passes: Callable[[], bool]


def list_tasks(folder: Path) -> Iterator[Task]:
    """All of them; the projects are laid out in a folder."""
    for program in list_programs():
        yield Task(program.path.stem, lambda program=program: _judge_program(program))
    for cell in list_cells():
        yield Task(cell.name, lambda cell=cell: _judge_cell(cell))
    for rule in all_rules():
        for example in rule.examples:
            name = f"{rule.code} {getattr(example, 'title', '')}"
            if isinstance(example, Bad):
                yield Task(name, lambda code=rule.code, bad=example: _judge_bad(code, bad))
            elif isinstance(example, Good):
                yield Task(name, lambda code=rule.code, good=example: not _check(good.code, code))
    for project in list_projects():
        project.write(folder / project.name)
        yield Task(project.name, lambda project=project: _judge_project(project, folder / project.name))


def _check(code: str, rule: str = "RTG203") -> list[Reported]:
    """What is reported of a text. Raises AssertionError if it cannot be checked."""
    result = Runner().check_file(Path("program.py"), code.encode())
    assert not result.errors, result.errors
    reported = [_read(one) for one in result.reported]
    return [one for one in reported if rule == "RTG203" or one.code != "RTG203"]


def _read(one: ReportedDiagnostic) -> Reported:
    found = one.diagnostic
    related = frozenset(place.location.span.start_line for place in found.related_locations)
    return Reported(found.code, found.location.span.start_line, related, found.fix)


def _judge_program(program: Program) -> bool:
    reported = {(one.line, one.code) for one in _check(program.code)}
    style = {(line, code) for line, code in reported if code == "RTG203"}
    return reported - program.allowed - (style - program.expected) == program.expected


def _judge_cell(cell: Cell) -> bool:
    found = _check(cell.code)
    return not unexpected_findings(cell, found) and not missing_findings(cell, found)


def _judge_bad(code: str, bad: Bad) -> bool:
    found = _check(bad.code, code)
    if [(one.line, one.code) for one in found] != [(line, code) for line in find_marks(bad.code, "error")]:
        return False
    (one,) = found
    if one.related_lines - {one.line} != set(find_marks(bad.code, "note")):
        return False
    if bad.applicability is None or one.fix is None:
        return bad.applicability is None and one.fix is None
    return one.fix.applicability is bad.applicability and apply_fixes(bad.code, [one.fix]).text == bad.fixed


def _judge_project(project: Project, folder: Path) -> bool:
    runner = Runner()
    marks = set()
    for path in project.checked:
        result = runner.check_file(folder / path)
        assert not result.errors, result.errors
        found = [_read(one) for one in result.reported]
        places = [Path(one.diagnostic.location.path).relative_to(folder).as_posix() for one in result.reported]
        marks |= {
            (place, one.line, one.code) for place, one in zip(places, found, strict=True) if one.code not in STYLE
        }
    return marks - project.marks("also") == project.marks("expect")
