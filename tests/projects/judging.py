"""What torch says of a project's marks. Every check raises AssertionError unless the project errs in just that way."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from tests.projects.project_files import Mark, Place, Project
from tests.projects.running import Run, Values, run_project
from tests.semantics.judging import MESSAGES


def run_clean(project: Project, *, drop: Place | None = None) -> Run:
    """A run that must not raise."""
    run = run_project(project, drop=drop)
    assert run.error is None, f"{project.name} {run.places}: {run.error}"
    return run


def check_error(project: Project) -> None:
    """The project raises where, and only where, a mark says so."""
    run = run_project(project)
    raising = {mark for mark in project.marks("expect", "silent") if mark[2] in MESSAGES}
    if not raising:
        assert run.error is None, f"{run.places}: {run.error}"
        return
    ((path, line, code),) = raising
    assert run.error is not None, "nothing is raised"
    assert (path, line) in run.places and any(text in run.error for text in MESSAGES[code]), (run.places, run.error)


def check_retains(project: Project) -> None:
    """Every retain that no mark calls unneeded is needed: without it the project raises."""
    run = run_project(project)
    unneeded = {(path, line) for path, line, code in project.marks("expect", "silent", "also") if code == "RTG201"}
    marked = {call.places[-1] for call in run.calls if unneeded & set(call.places)}
    for place in run.retaining() - marked:
        dropped = run_project(project, drop=place)
        assert dropped.error is not None and MESSAGES["RTG101"][0] in dropped.error, f"{place} need not retain"


def check_waste(project: Project, mark: Mark) -> None:
    """A mark of something that does not raise."""
    path, line, code = mark
    MEASURES[code](project, (path, line))


def are_close(one: Values, other: Values) -> bool:
    """Whether two lists of tensors are equal up to rounding; a missing gradient equals only a missing one."""
    return len(one) == len(other) and all(map(_is_close, one, other))


def _is_close(one: list[float] | None, other: list[float] | None) -> bool:
    if one is None or other is None:
        return one is other
    return all(math.isclose(a, b, rel_tol=1e-5, abs_tol=1e-6) for a, b in zip(one, other, strict=True))


def _measure_retained(project: Project, place: Place) -> None:
    plain, dropped = run_project(project), run_project(project, drop=place)
    assert any(call.retain and place in call.places for call in plain.calls)
    assert (plain.error, plain.places) == (dropped.error, dropped.places)
    assert (plain.parameters, plain.gradients) == (dropped.parameters, dropped.gradients)


def _measure_history(project: Project, place: Place) -> None:
    bad, good = run_clean(project), run_clean(project.fixed)
    assert bad.history > good.history
    assert (bad.parameters, bad.gradients) == (good.parameters, good.gradients)


def _measure_discarded(project: Project, place: Place) -> None:
    bad, good = run_clean(project), run_clean(project.fixed)
    assert bad.parameters == good.parameters
    assert _count_nodes(bad, place) > _count_nodes(good, place)


def _measure_leaked(project: Project, place: Place) -> None:
    bad, good = run_clean(project), run_clean(project.fixed)
    assert any(place in call.places for call in bad.calls)
    assert not are_close(bad.parameters, good.parameters)


def _measure_idle_step(project: Project, place: Place) -> None:
    bad, good = run_clean(project), run_clean(project.fixed)
    idle = [step.changed for step in bad.steps_at(place)]
    assert idle and not any(idle)
    assert any(step.changed for step in good.steps_at(place))


def _measure_repeated(project: Project, place: Place) -> None:
    assert any(step.repeated for step in run_clean(project).steps_at(place))
    assert not any(step.repeated for step in run_clean(project.fixed).steps)


def _count_nodes(run: Run, place: Place) -> int:
    return sum(call.nodes for call in run.calls if place in call.places)


MEASURES: Mapping[str, Callable[[Project, Place], None]] = {
    "RTG201": _measure_retained,
    "RTG204": _measure_history,
    "RTG301": _measure_discarded,
    "RTG302": _measure_leaked,
    "RTG303": _measure_idle_step,
    "RTG304": _measure_repeated,
}
