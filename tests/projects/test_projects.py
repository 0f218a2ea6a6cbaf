"""Each project under torch, and what the analysis says of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from retain_lint.diagnostic import Applicability, Edit, Fix
from retain_lint.fixes.apply import apply_fixes
from retain_lint.source import Location, Span
from tests.commands import check_json
from tests.projects.judging import MEASURES, MESSAGES, check_error, check_retains, check_waste
from tests.projects.project_files import Mark, Project, list_projects
from tests.projects.running import run_project
from tests.rules.analysis import Reported

PROJECTS = list_projects()
WASTED = [(p, mark) for p in PROJECTS for mark in sorted(p.marks("expect", "silent")) if mark[2] not in MESSAGES]
#: how something is written shorter: may stand beside any finding
STYLE = frozenset({"RTG202", "RTG203"})
every_project = pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.name)

Found = dict[str, list[tuple[str, Reported]]]
"""The findings of each project, with their files."""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    top = tmp_path_factory.mktemp("projects")
    for project in PROJECTS:
        project.write(top / project.name)
    reported: Found = {project.name: [] for project in PROJECTS}
    for entry in check_json("--select", "ALL", "--min-confidence", "conditional", "--isolated", str(top), cwd=top):
        name, _, path = Path(entry["filename"]).relative_to(top).as_posix().partition("/")
        reported[name].append((path, _read_entry(entry)))
    return reported


def _read_entry(entry: dict[str, Any]) -> Reported:
    related = frozenset(place["location"]["row"] for place in entry["related_locations"])
    return Reported(entry["code"], entry["location"]["row"], related, _read_fix(entry["fix"]))


def _read_fix(fix: dict[str, Any] | None) -> Fix | None:
    if fix is None:
        return None
    edits = tuple(Edit(edit["content"], _read_location(edit)) for edit in fix["edits"])
    return Fix(Applicability(fix["applicability"]), fix["message"], edits)


def _read_location(edit: dict[str, Any]) -> Location:
    start, end = edit["location"], edit["end_location"]
    return Location("", Span(start["row"], start["column"] - 1, end["row"], end["column"] - 1))


def shown(found: Found, project: Project) -> frozenset[Mark]:
    """The findings of a project that are not a matter of style."""
    reported = {(path, report.line, report.code) for path, report in found[project.name]}
    return frozenset(mark for mark in reported if mark[2] not in STYLE)


@every_project
def test_torch_raises_where_it_is_marked_and_nowhere_else(project: Project) -> None:
    check_error(project)


@every_project
def test_every_other_retain_is_needed(project: Project) -> None:
    check_retains(project)


@pytest.mark.parametrize(
    "project,mark", WASTED, ids=lambda v: v.name if isinstance(v, Project) else ":".join(map(str, v))
)
def test_torch_wastes_where_it_is_marked(project: Project, mark: Mark) -> None:
    check_waste(project, mark)


@every_project
def test_reported_as_marked(project: Project, found: Found) -> None:
    assert shown(found, project) - project.marks("also") == project.marks("expect")


@every_project
def test_fixes_keep_the_project_running(project: Project, found: Found) -> None:
    """A fix alone never makes a project raise that did not, and mends the line that did, unless the line is marked;
    a safe one changes no parameter's end value."""
    unmended = {(path, line + 1, code) for path, line, code in project.marks("unmended")}
    before = run_project(project)
    for path, report in found[project.name]:
        if report.fix is None:
            continue
        after = run_project(project.edited(path, apply_fixes(project.files[path], [report.fix]).text))
        raised = (path, report.line) in before.places
        mended = after.error is None if before.error is None else not raised or after.places != before.places
        assert mended != ((path, report.line, report.code) in unmended)
        if report.fix.applicability is Applicability.SAFE and before.error is None:
            assert after.parameters == before.parameters


def test_set_right_runs_clean_and_is_passed(tmp_path: Path) -> None:
    mended = [project.fixed for project in PROJECTS if project.fixed != project]
    for project in mended:
        assert run_project(project).error is None
        project.write(tmp_path / project.name)
    entries = check_json(
        "--select", "ALL", "--min-confidence", "conditional", "--isolated", str(tmp_path), cwd=tmp_path
    )
    assert not [entry for entry in entries if entry["code"] not in STYLE | {"RTG201"}]


def test_marks_are_understood() -> None:
    codes = {mark[2] for project in PROJECTS for mark in project.marks("expect", "silent", "also")}
    assert codes <= MESSAGES.keys() | MEASURES.keys()
    assert all(project.reasons for project in PROJECTS if project.marks("silent", "unmended"))
    assert len(PROJECTS) > 30
