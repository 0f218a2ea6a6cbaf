"""Runs of a file on joined paths, each once a process, and what of their findings holds for every path."""

from functools import cache
from pathlib import Path

from retain_lint.domain.finding import MissingDetach, UnneededRetain
from retain_lint.domain.value import Key
from retain_lint.frontend.lower import lower_module
from retain_lint.frontend.reading import Reading
from retain_lint.frontend.text import read_source
from retain_lint.interpreter.drivers import entry_points
from retain_lint.interpreter.drivers.entry_points import Report
from retain_lint.interpreter.verdicts.engine_like_calls import find_engine_like
from retain_lint.interpreter.verdicts.joined_paths import is_sound
from retain_lint.project.loader import LoadedModule, Project


def join_all(path: Path, settings: frozenset[Key] = frozenset()) -> Report:
    """The report where paths are joined wherever they meet, but for those that the settings keep apart."""
    return _join(path, settings).report


def join_in_parts(path: Path) -> list[Report]:
    """The reports where some of the file's settings keep paths apart, fewer first."""
    return [join_all(path, settings) for settings in _join(path, frozenset()).parting]


@cache
def _join(path: Path, settings: frozenset[Key]) -> entry_points._JoinedRun:
    source = read_source(path, path.read_bytes())
    loaded = LoadedModule(lower_module(Reading(source), "program"), source)
    project, like = Project(path.parent), list(find_engine_like(loaded.module))
    return entry_points._join_paths(loaded, project, like, settings=settings)


def find_sound(report: Report) -> set[tuple[int, str]]:
    """What is said to be unnecessary or wasted on every path, as (line, code)."""
    codes = {UnneededRetain: "RTG201", MissingDetach: "RTG301"}
    return {(one.site.location.span.start_line, codes[type(one)]) for one in report.findings if is_sound(one)}
