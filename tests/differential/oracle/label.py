"""Labels a program by running it: as written, with every graph kept, and with the graphs of one line let go.

A call that raises when only the calls on another line let go of their graphs needs those graphs: if that line does not keep
them the label is MISSING, if it does NEEDED. Stale saved tensors are seen in the run that keeps everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import CodeType

from tests.differential.oracle.controls import Controls, Release
from tests.differential.oracle.engine import EngineCall, Failure
from tests.differential.oracle.execute import Run, run_program
from tests.differential.oracle.flows import (
    find_late_leaks,
    find_leaks,
    find_used_leaves,
    group_by_line,
    group_by_way,
    waits_for_a_step,
    wastes_some,
)
from tests.differential.oracle.places import Places, find_places
from tests.differential.oracle.sites import PROGRAM_FILE
from tests.differential.oracle.verdicts import Kind, Truth, Verdict


class _Invalid(Exception):
    """The program cannot be judged; the text says why."""


@dataclass(slots=True)
class _Trial:
    """One program with one seed. `plain`: the run as written, `kept`: the one that keeps every graph, `freed`: call index ->
    lines that would have had to keep their graph."""

    text: str
    code: CodeType
    seed: int
    plain: Run
    kept: Run
    freed: dict[int, set[int]]

    def run(self, controls: Controls) -> Run:
        """One more run."""
        return run_program(self.code, controls, self.seed)


def label_program(text: str, seeds: range = range(1), gradients: bool = True) -> Truth:
    """What execution shows of a program, whichever of `seeds` it is run with; without `gradients` nothing is said of waste and
    leaks, which takes the most time. Raises SyntaxError for a text that is no program."""
    truths = []
    code = compile(text, PROGRAM_FILE, "exec")
    for seed in seeds:
        try:
            truths.append(_label_once(text, code, seed, gradients))
        except _Invalid as reason:
            return Truth(invalid=str(reason))
    return merge_truths(truths)


def merge_truths(truths: list[Truth]) -> Truth:
    """What several runs together show: errors, needs and leaks of any, waste and needlessness only of all that ran the line (a run that used
    nothing of a call, or had not yet, does not speak against its waste). An
    error that another run of the line does not meet is possible, not certain."""
    verdicts: list[Verdict] = []
    needed = {v.line for truth in truths for v in truth.verdicts if v.kind is Kind.NEEDED}
    for truth in truths:
        for verdict in truth.verdicts:
            if verdict.kind is Kind.UNNECESSARY and verdict.line in needed:
                continue
            if verdict.kind is Kind.WASTED and any(
                verdict.line in other.lines - other.unused and verdict.line not in other.find(Kind.WASTED)
                for other in truths
            ):
                continue
            if verdict.kind in (Kind.MISSING, Kind.STALE) and any(
                verdict.line in other.lines and verdict.line not in other.find(verdict.kind) for other in truths
            ):
                verdict = replace(verdict, firm=False)
            if verdict not in verdicts:
                verdicts.append(verdict)
    failed = next((truth for truth in truths if truth.error), truths[0])
    lines = frozenset().union(*(truth.lines for truth in truths))
    return Truth(tuple(verdicts), failed.error, failed.error_line, lines)


def _label_once(text: str, code: CodeType, seed: int, gradients: bool) -> Truth:
    plain = run_program(code, Controls(), seed)
    if plain.failure is Failure.OTHER:
        raise _Invalid(f"line {plain.line}: {plain.message}")
    kept = run_program(code, Controls(retain_all=True, unchecked=True, watch=True), seed)
    if kept.failure is not None:
        raise _Invalid(f"with all graphs kept, line {kept.line}: {kept.message}")
    trial = _Trial(text, code, seed, plain, kept, {})
    verdicts = [*_judge_graphs(trial)]
    verdicts += _judge_stale(trial)
    _check_first_error(trial)
    if gradients:
        verdicts += _judge_gradients(trial)
    error = plain.failure.value if plain.failure else None
    lines = frozenset(call.line for call in kept.calls)
    unused = frozenset(lines - {line for line, calls in group_by_line(kept).items() if _is_settled(kept, calls)})
    return Truth(tuple(verdicts), error, plain.line, lines, unused)


def _is_settled(run: Run, calls: frozenset[int]) -> bool:
    """Whether gradients of `calls` were used, and it does not hang on those that are still there whether some are wasted."""
    wasteful = wastes_some(run, calls) or not wastes_some(run, calls, ended=False)
    return wasteful and bool(find_used_leaves(run, calls))


def _judge_graphs(trial: _Trial) -> Iterator[Verdict]:
    failed = trial.plain.failure is not None
    calls = trial.kept.calls
    for line in sorted({call.line for call in calls if not call.kept}) if failed else ():
        users = _users(trial, Release(line, False))
        for call in users:
            trial.freed.setdefault(call.index, set()).add(line)
        firm = {users[i].line for i in range(len(users)) if not _mended_before(trial, users[:i], users[i])}
        for use in sorted({call.line for call in users}):
            yield Verdict(Kind.MISSING, use, (line,), use in firm)
    for line in sorted({call.line for call in calls if call.explicit}):
        if any(call.create for call in calls if call.line == line):
            yield Verdict(Kind.REDUNDANT, line)
            continue
        needing = sorted({call.line for call in _users(trial, Release(line, True))})
        yield Verdict(Kind.NEEDED if needing else Kind.UNNECESSARY, line, tuple(needing))


def _mended_before(trial: _Trial, refused: list[EngineCall], call: EngineCall) -> bool:
    """Whether a call is refused for what an earlier one was refused for: who mends that one never sees this."""
    nodes = trial.kept.ledger.nodes
    return any(nodes[earlier.index] & nodes[call.index] for earlier in refused)


def _users(trial: _Trial, release: Release) -> list[EngineCall]:
    """The calls that are refused when the calls of one line let go of their graphs."""
    run = trial.run(Controls(retain_all=True, release=release, unchecked=True))
    if run.failure is not None and not any(call.failure is Failure.FREED for call in run.calls):
        raise _Invalid(f"released at {release.line}, line {run.line}: {run.message}")
    return [call for call in run.calls if call.failure is Failure.FREED]


def _judge_stale(trial: _Trial) -> Iterator[Verdict]:
    """A call that is refused anyway, for a graph that is gone, or that shares nodes with an earlier refused call, shows what
    the author would meet only after mending that (or, by chance of the engine's order, before)."""
    nodes = trial.kept.ledger.nodes
    for call in trial.kept.calls:
        if not call.stale:
            continue
        refused = [c.index for c in trial.kept.calls[: call.index] if c.stale or c.index in trial.freed]
        firm = call.index not in trial.freed and not any(nodes[index] & nodes[call.index] for index in refused)
        yield Verdict(Kind.STALE, call.line, call.writes, firm)


def _check_first_error(trial: _Trial) -> None:
    """What the labels say must be what torch did with the program as written. Where a call enters nodes that are gone and others
    that are stale, the engine's order decides which it meets first."""
    stale = {call.index for call in trial.kept.calls if call.stale}
    expected = min(stale | trial.freed.keys(), default=None)
    refused = next(((call.index, call.failure) for call in trial.plain.calls if call.failure is not None), (None, None))
    fits = {None: refused == (None, None), Failure.FREED: expected in trial.freed, Failure.STALE: expected in stale}
    if expected != refused[0] or not fits.get(refused[1]):
        raise _Invalid(f"contradiction: {expected} is expected, {refused} happened: {trial.plain.message}")


def _judge_gradients(trial: _Trial) -> Iterator[Verdict]:
    """Of a call that is refused, or makes another one be, gradients are not what the author sees first."""
    refused = {call.line for call in trial.kept.calls if call.stale or call.index in trial.freed}
    entangled = refused.union(*trial.freed.values())
    for line, others, firm in find_leaks(trial.kept):
        yield Verdict(Kind.LEAKED, line, others, firm and refused.isdisjoint({line, *others}))
    for line, other in sorted(set(find_late_leaks(trial.kept))):
        yield Verdict(Kind.LEAKED, line, (other,), firm=False)
    for line, calls in group_by_line(trial.kept).items():
        places = _find_places(trial, calls)
        if places.lines:
            settled = places.whole and not waits_for_a_step(trial.kept, calls)
            yield Verdict(Kind.WASTED, line, places.lines, settled and line not in entangled)
            continue
        ways = (_find_places(trial, way) for way in group_by_way(trial.kept, line))
        lines = next((found.lines for found in ways if found.lines), ())
        if lines:
            yield Verdict(Kind.WASTED, line, lines, firm=False)


def _find_places(trial: _Trial, calls: frozenset[int]) -> Places:
    if not wastes_some(trial.kept, calls):
        return Places()
    return find_places(trial.text, trial.kept, calls, trial.seed)
