"""Entry points: what of a file is run, in which order, from which state. Floor 3.

The module's own code is run first, as a script; then the files of the project that import it and lead to what it did not run
itself; what is left is driven as a client would (harness.py). All of it adds to one ledger.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from retain_lint.domain.call_verdict import CallVerdict, Doubt, Reason
from retain_lint.domain.finding import Finding
from retain_lint.domain.gradients import SiteId
from retain_lint.domain.picture import Picture
from retain_lint.domain.state import State
from retain_lint.interpreter.autograd.gradient_flow import finish_gradients
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.budget import BRIEF_STEPS, MAX_TOTAL_STEPS
from retain_lint.interpreter.context.partition import Test
from retain_lint.interpreter.drivers.assembly import make_analysis
from retain_lint.interpreter.drivers.harness import run_clients
from retain_lint.interpreter.drivers.unmet_calls import lacks_calls
from retain_lint.interpreter.effects.calling_names import called_as
from retain_lint.interpreter.effects.closures import call_waiting, leave_waiting
from retain_lint.interpreter.effects.name_call_graph import Engines, spread
from retain_lint.interpreter.effects.switches import find_switches
from retain_lint.interpreter.heap.class_methods import classes_in
from retain_lint.interpreter.paths.module_bodies import run_top_level
from retain_lint.interpreter.pictures.painter import paint_pictures
from retain_lint.interpreter.verdicts.call_verdicts import judge_calls
from retain_lint.interpreter.verdicts.coarse_clearance import is_clear, may_be_clear
from retain_lint.interpreter.verdicts.engine_like_calls import EngineLikeCall, find_engine_like
from retain_lint.interpreter.verdicts.joined_paths import decide_cut, is_cut, is_open
from retain_lint.interpreter.verdicts.redundant_text import find_redundant_texts
from retain_lint.interpreter.verdicts.verdicts import find_idle_retains, read_verdicts
from retain_lint.ir.model import Function
from retain_lint.ir.walk import instructions_of
from retain_lint.project.loader import LoadedModule, Project
from retain_lint.torch_api.vocabulary import ENGINE_WORDS

#: files that import the one that is analysed, of which this many are run
MAX_IMPORTERS = 3
#: files that mention it, of which this many are parsed to see whether they import it
MAX_PARSED = 8

#: constants of importers that are taken to be unknown, at most
MAX_SWITCHES = 3
#: instructions of a run on joined paths, from which on one that keeps some of them apart would not come to an end
_MOST_STEPS_JOINED = MAX_TOTAL_STEPS // 2


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the analysis did: budgets that cut it short, by kind."""

    budget_cuts: dict[str, int] = field(default_factory=dict)
    entries: int = 0
    steps: int = 0

    def counts(self) -> dict[str, int]:
        """The counters by name."""
        cuts = {f"{name} budget cuts": count for name, count in sorted(self.budget_cuts.items()) if count}
        return {"entry points": self.entries, "instructions": self.steps, **cuts}


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of one file, and the verdicts of its engine calls; its pictures, if they were asked for. Not `whole`: a
    first answer, which a longer analysis may correct."""

    findings: tuple[Finding, ...]
    calls: tuple[CallVerdict, ...]
    statistics: Statistics
    pictures: tuple[Picture, ...] = ()
    whole: bool = True


def analyse(loaded: LoadedModule, project: Project, *, pictures: bool = False) -> Report:
    """Runs every entry point of a file and reads the verdicts. The plainest files have a first run that joins paths wherever
    they meet, and costs what the code is long; the others, and those that it leaves in doubt, are run with paths apart. What
    the budget leaves open then is decided on joined paths, where it can be. Pictures show what ran on paths apart."""
    like = list(find_engine_like(loaded.module))
    joined: _JoinedRun | None = None
    if not pictures and may_be_clear(like):
        joined = _join_paths(loaded, project, like)
        if joined.clear:
            return joined.report
    m = make_analysis(loaded, project)
    report = _analyse(m, loaded, like)
    if any(is_cut(one, _ran_short(report)) for one in report.calls):
        joined = joined or _join_paths(loaded, project, like)
        report = _complete(report, joined.report)
        for settings in joined.parting if joined.report.statistics.steps < _MOST_STEPS_JOINED else ():
            if any(is_open(one, _ran_short(report)) for one in report.calls):
                report = _complete(report, _join_paths(loaded, project, like, settings=settings).report)
    return replace(report, pictures=paint_pictures(m)) if pictures else report


def analyse_briefly(loaded: LoadedModule, project: Project) -> Report:
    """A first answer for somebody who waits: of paths joined wherever they meet, within a small budget. It is whole if that is
    enough, or paths apart do not take more, and no file is left to be parsed."""
    like = list(find_engine_like(loaded.module))
    joined, clear, _ = _join_paths(loaded, project, like, BRIEF_STEPS)
    if project.deferred:
        return replace(joined, whole=False)
    if clear and may_be_clear(like) and not _ran_short(joined):
        return joined
    left = BRIEF_STEPS - joined.statistics.steps
    if left > 2 * joined.statistics.steps:
        m = make_analysis(loaded, project)
        m.budget.shorten(left)
        report = _analyse(m, loaded, like)
        if not any(is_cut(one, _ran_short(report)) for one in report.calls):
            return replace(report, whole=not _ran_short(report))
    return replace(joined, whole=False)


class _JoinedRun(NamedTuple):
    """What a run on joined paths says; whether one on paths apart would say the same (`clear`); and the settings that would keep
    paths apart best, fewer first (`parting`)."""

    report: Report
    clear: bool
    parting: list[frozenset[Test]]


def _join_paths(
    loaded: LoadedModule,
    project: Project,
    like: list[EngineLikeCall],
    steps: int = 0,
    settings: frozenset[Test] = frozenset(),
) -> _JoinedRun:
    """What a run says that joins paths wherever they meet, but for those that have decided one of the settings otherwise;
    within so many instructions if they are given."""
    m = make_analysis(loaded, project)
    m.budget.most_paths, m.partition.settings = 1, settings
    if steps:
        m.budget.shorten(steps)
    report = _analyse(m, loaded, like)
    return _JoinedRun(report, is_clear(m, report.findings, report.calls), m.partition.choose_parting())


def _ran_short(report: Report) -> bool:
    """Did the budget end any path?"""
    return report.statistics.budget_cuts.get("steps", 0) > 0


def _complete(report: Report, joined: Report) -> Report:
    """A report, and what joined paths decide of the calls that it leaves to the budget."""
    calls, added = decide_cut(report.calls, joined.calls, joined.findings, _ran_short(report))
    statistics = replace(report.statistics, steps=report.statistics.steps + joined.statistics.steps)
    return replace(report, findings=(*report.findings, *added), calls=calls, statistics=statistics)


def _analyse(m: Analysis, loaded: LoadedModule, like: list[EngineLikeCall]) -> Report:
    m.syntax.engine_like.update(id(one.call) for one in like)
    state = run_script(m)[0]
    m.scripted = frozenset(m.executed)
    entries = 1 + _run_importers(m, state, loaded, m.program.main)
    entries += run_clients(m, state, m.program.main, loaded, Engines(m))
    entries += _run_script_switched(m, loaded)
    cuts = {
        name: count for name, count in m.ledger.budget_cuts.items() if m.budget.most_paths > 1 or name != "disjuncts"
    }
    statistics = Statistics(cuts, entries, m.budget.total)
    findings = (*read_verdicts(m), *find_redundant_texts(m, like))
    return Report(findings, judge_calls(m, like, findings), statistics)


def run_script(m: Analysis) -> list[State]:
    """Runs the file's own code as a script; gives the paths that reach its end, or what is left of one that does not."""
    return _run_to_end(m, State(), m.program.main)


def _run_to_end(m: Analysis, state: State, path: str) -> list[State]:
    """Runs a file's own code, and notes what becomes of gradients and graphs at its end. The state that the budget leaves keeps no
    graph: that clients which go on from it need none says nothing of the rest of the script."""
    ended = run_top_level(m, state, path)
    leave_waiting(m, ended)
    call_waiting(m)
    for last in ended:
        finish_gradients(m, last)
    for node in () if ended else list(state.kept):
        state.forget_kept(node)
    return ended or [state]


def _run_importers(m: Analysis, state: State, loaded: LoadedModule, path: str) -> int:
    """Runs files that use what this one offers and does not run itself, or retains for nothing when it does: as scripts, then
    the scripts behind them, then what none of these has run as clients would."""
    offered = [f for f in loaded.module.functions if id(f) not in m.executed and f.mentions & ENGINE_WORDS]
    idle = _idle_retains(m, loaded)
    offered += idle  # these were run
    if not offered:
        return 0
    calls = _leading_to(loaded, offered)
    names, users = _find_users(m, path, loaded, offered, calls)
    kept = 4  # such a share of what is left is for the file's own clients
    if not users:  # they are called, or their objects are made, by functions of the file that others use
        calls = _leading_to(loaded, offered, names)
        leading = [f for f in loaded.module.functions if called_as(f) in calls]
        names, users = _find_users(m, path, loaded, [*offered, *leading], calls)
        kept = 2
    m.budget.ceiling -= (m.budget.ceiling - m.budget.total) // kept
    cuts, m.scope.wanted = m.ledger.budget_cuts["steps"], names
    ended = {user: _run_as_script(m, state, user) for user in users}
    scripts = [] if _all_ran(m, offered) else _scripts_behind(m, users, names, path, calls)
    behind = {script: _run_as_script(m, state, script) for script in scripts}
    entries = len(users) + len(scripts)
    if not _all_ran(m, offered):
        entries += _run_switched(m, state, [*users, *scripts], calls)
    m.scripted = frozenset(m.executed)
    targets = {id(function): called_as(function) for function in offered}
    inherited = {script: run for script, run in behind.items() if _inherits(m, script, users)}
    for user, states in (inherited | ended).items():  # a base class is best seen in what is made of it
        other = m.program.project.load(user)
        if other is not None and states:
            m.program.script = str(user)
            entries += run_clients(m, states[0], str(user), other, Engines(m, targets))
    m.program.script, m.budget.ceiling, m.scope.wanted = path, m.budget.limit, frozenset()
    m.scope.unfollowed = m.ledger.budget_cuts["steps"] > cuts or m.program.project.deferred
    for number in chain.from_iterable(idle.values()):
        if m.scope.unfollowed:
            m.ledger.retains[number].note_escape(Doubt(Reason.IMPORTERS))
    return entries


def _idle_retains(m: Analysis, loaded: LoadedModule) -> dict[Function, list[SiteId]]:
    """The functions by which the file's own code retains graphs that it does not enter again: another file may."""
    calls = {id(m.ledger.sites[number].instruction): number for number in find_idle_retains(m)}
    held = [f for f in loaded.module.functions if calls and f.kind == "function" and id(f) in m.executed]
    found = {f: [calls[id(i)] for i in instructions_of(f.body) if id(i) in calls] for f in held}
    return {function: numbers for function, numbers in found.items() if numbers}


def _find_users(
    m: Analysis, path: str, loaded: LoadedModule, functions: list[Function], calls: frozenset[str]
) -> tuple[frozenset[str], list[Path]]:
    """The names under which a file offers these functions, and the files that use one of them."""
    names = _with_subclasses(loaded, {function.qualname.partition(".")[0] for function in functions})
    return names, _users(m, path, names, calls)


def _all_ran(m: Analysis, functions: list[Function]) -> bool:
    return all(id(function) in m.executed for function in functions)


def _leading_to(loaded: LoadedModule, functions: list[Function], names: frozenset[str] = frozenset()) -> frozenset[str]:
    """The names by which functions are called, or others of their file that call them or mention one of `names`."""
    mentioned = [(called_as(function), function.mentions) for function in loaded.module.functions]
    return spread([*map(called_as, functions), *names], mentioned)


def _users(m: Analysis, path: str, names: frozenset[str], calls: frozenset[str] = frozenset()) -> list[Path]:
    """The files that use a file's `names`: first those that mention one of `calls`, then the closest."""
    mentioning = m.program.project.importers(path, names, calls)[:MAX_PARSED]
    return list(islice((file for file in mentioning if m.program.project.uses(file, Path(path))), MAX_IMPORTERS))


def _scripts_behind(
    m: Analysis, users: list[Path], names: frozenset[str], path: str, calls: frozenset[str]
) -> list[Path]:
    """The files that use what the users of `names` make of them; where none of these mentions one of `calls`, their users in
    turn: a factory may stand between a class and the script that trains with it."""
    behind = _users_of_users(m, users, names, {*users, Path(path)})
    if not any(_mentions(m, file, calls) for file in behind):
        further = _users_of_users(m, list(behind), frozenset().union(*behind.values()), {*users, *behind, Path(path)})
        behind = {file: found for file, found in further.items() if _mentions(m, file, calls)} | behind
    return list(behind)[:MAX_IMPORTERS]


def _users_of_users(
    m: Analysis, users: list[Path], names: frozenset[str], known: set[Path]
) -> dict[Path, frozenset[str]]:
    """Other files than those known, by what of the users of `names` they use."""
    found: dict[Path, frozenset[str]] = {}
    for user in users:
        loaded = m.program.project.load(user)
        if loaded is not None:
            using = {f.qualname.partition(".")[0] for f in loaded.module.functions if f.mentions & names}
            offered = _with_subclasses(loaded, using | names)
            for file in _users(m, str(user), offered):
                if file not in known:
                    found[file] = found.get(file, frozenset()) | offered
    return found


def _mentions(m: Analysis, file: Path, names: frozenset[str]) -> bool:
    loaded = m.program.project.load(file)
    return loaded is not None and not loaded.module.body.mentions.isdisjoint(names)


def _inherits(m: Analysis, file: Path, others: list[Path]) -> bool:
    """Does a class of the file have a base in one of the others?"""
    bases = frozenset[str]().union(*(made.base_names for made in classes_in(m.program.project.load(file))))
    return any(made.name in bases for other in others for made in classes_in(m.program.project.load(other)))


def _run_as_script(m: Analysis, state: State, file: Path) -> list[State]:
    other = m.program.project.load(file)
    if other is None:
        return []
    m.program.script = str(file)
    m.budget.start_entry()
    return _run_importer(m, state, str(file), other)


def _run_switched(m: Analysis, state: State, scripts: list[Path], calls: frozenset[str]) -> int:
    """Runs scripts once more for each constant that keeps them from these calls (`TRAIN = False`), as if that were not known;
    gives the number of runs. Of two constants nobody says that both are ever set otherwise."""
    pairs = [(script, switch) for script in scripts for switch in find_switches(m.program.project, script, calls)]
    for script, switch in pairs[:MAX_SWITCHES]:
        with _switching(m, frozenset({switch})):
            _run_as_script(m, state, script)
    return len(pairs[:MAX_SWITCHES])


def _run_script_switched(m: Analysis, loaded: LoadedModule) -> int:
    """Runs the file's own code once more if constants keep it from engine calls of its own, outside of functions, as if none of
    them were known: what is retained under one may be needed under another. Gives the number of runs."""
    if not lacks_calls(m, [loaded.module.body]):
        return 0
    leading = _leading_to(loaded, [], ENGINE_WORDS)
    switches = frozenset(find_switches(m.program.project, Path(m.program.main), leading))
    if not switches:
        return 0
    with _switching(m, switches):
        run_script(m)
    return 1


@contextmanager
def _switching(m: Analysis, switches: frozenset[tuple[str, str]]) -> Iterator[None]:
    """While code runs as if these constants were not known."""
    m.scope.switches, m.scope.supposed = switches, True
    try:
        yield
    finally:
        m.scope.switches, m.scope.supposed = frozenset(), False


def _with_subclasses(loaded: LoadedModule, names: set[str]) -> frozenset[str]:
    """The names and those of the file's classes that inherit from them."""
    for made in classes_in(loaded):  # a base stands before its subclasses
        if not made.base_names.isdisjoint(names):
            names = names | {made.name}
    return frozenset(names)


def _run_importer(m: Analysis, state: State, path: str, loaded: LoadedModule) -> list[State]:
    """The states after an importer's own code; one that the analysed file imports itself has been run already."""
    if m.program.globals.get(path) in state.frames:
        return [state.fork()]
    if path not in m.program.modules:
        m.program.register(path, loaded)
    return _run_to_end(m, state.fork(), path)
