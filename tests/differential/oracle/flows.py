"""Reads the books of a run: gradients that everyone throws away, and gradients that end in the wrong step."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from typing import TypeVar

import torch

from tests.differential.oracle.engine import EngineCall
from tests.differential.oracle.execute import Run

_Key = TypeVar("_Key", bound=Hashable)


def group_by_line(run: Run) -> dict[int, frozenset[int]]:
    """The engine calls of each line that add to gradients."""
    return _group(run, lambda call: call.line)


def group_by_way(run: Run, line: int) -> list[frozenset[int]]:
    """The engine calls of a line by the calls that lead there, where there are several ways."""
    ways = _group(run, lambda call: call.stack if call.line == line else ())
    ways.pop((), None)
    return [ways[way] for way in sorted(ways)] if len(ways) > 1 else []


def _group(run: Run, key: Callable[[EngineCall], _Key]) -> dict[_Key, frozenset[int]]:
    groups: dict[_Key, set[int]] = defaultdict(set)
    for call in run.calls:
        if call.accumulates:
            groups[key(call)].add(call.index)
    return {name: frozenset(calls) for name, calls in groups.items()}


def find_wasted_leaves(run: Run, calls: frozenset[int], ended: bool = True) -> set[int]:
    """The leaves in which every gradient of `calls` is thrown away, and no one reads it. Nobody's tensor counts only
    if it is a parameter: who makes an input require grad wants a gradient there. Unless the program has `ended`, what is
    still there may yet be thrown away."""
    ledger = run.ledger
    consumed = find_used_leaves(run, calls)
    reached = {leaf for call in calls for leaf in ledger.contributions.get(call, ())}
    cleared = {leaf for call, leaf in ledger.cleared if call in calls}
    owned = ledger.owned()
    parameters = {leaf for leaf, tensor in ledger.leaves.items() if isinstance(tensor, torch.nn.Parameter)}
    return {
        leaf for leaf in reached - consumed - ledger.read if leaf in cleared or not ended or leaf in parameters - owned
    }


def waits_for_a_step(run: Run, calls: frozenset[int]) -> bool:
    """Whether some wasted gradients are there at the end, in parameters of an optimiser that has taken no step: perhaps the
    program is not complete, or has a step that did not run."""
    ledger = run.ledger
    cleared = {leaf for call, leaf in ledger.cleared if call in calls}
    given = {id(parameter) for optimizer in ledger.optimizers for parameter in ledger.parameters(optimizer)}
    return not find_wasted_leaves(run, calls).isdisjoint(given - ledger.owned() - cleared)


def find_used_leaves(run: Run, calls: frozenset[int]) -> set[int]:
    """The leaves in which a step uses a gradient of `calls`."""
    return {leaf for step in run.ledger.steps for leaf, used in step.consumed.items() if calls & set(used)}


def wastes_some(run: Run, calls: frozenset[int], ended: bool = True) -> bool:
    """Whether some gradients of `calls` are thrown away while others are used."""
    return bool(find_used_leaves(run, calls) and find_wasted_leaves(run, calls, ended))


def owners_of(run: Run, leaves: set[int]) -> set[frozenset[int]]:
    """The optimisers of the leaves that step, by number: a set for each way in which some leaf is owned, empty for nobody's."""
    parameters = {n: {id(p) for p in run.ledger.parameters(run.ledger.optimizers[n])} for n in run.ledger.stepped()}
    return {frozenset(n for n, owned in parameters.items() if leaf in owned) for leaf in leaves}


def find_leaks(run: Run) -> Iterator[tuple[int, tuple[int, ...], bool]]:
    """(line of the stray call, lines of the calls it adds to, firm): a step uses the stray call's gradient together with a later
    one of another place, which was made after another optimiser had stepped on the stray call. Not firm if the later call
    serves several optimisers as well: then the sharing may be meant."""
    served: dict[int, set[int]] = defaultdict(set)  # call -> optimisers that have stepped on it
    first_steps: dict[int, dict[int, int]] = defaultdict(dict)  # call -> optimiser -> calls begun before that step
    leaks: dict[int, dict[int, bool]] = defaultdict(dict)
    everyone: dict[int, set[int]] = defaultdict(set)
    for step in run.ledger.steps:
        for used in step.consumed.values():
            for call in used:
                everyone[call].add(step.optimizer)
    for step in run.ledger.steps:
        for used in step.consumed.values():
            for stray in used:
                others = [at for who, at in first_steps[stray].items() if who != step.optimizer]
                if step.optimizer in served[stray] or not others:
                    continue
                for meant in used:
                    if meant >= min(others) and run.calls[meant].stack != run.calls[stray].stack:
                        line, other = run.calls[stray].line, run.calls[meant].line
                        leaks[line][other] = leaks[line].get(other, False) or len(everyone[meant]) == 1
        for used in step.consumed.values():
            for call in used:
                served[call].add(step.optimizer)
                first_steps[call].setdefault(step.optimizer, step.after_call)
    for line, found in sorted(leaks.items()):
        yield line, tuple(sorted(found)), any(found.values())


def find_late_leaks(run: Run) -> Iterator[tuple[int, int]]:
    """(line of the stray call, line of the call it adds to): a step is the first to use gradients of both, and between the
    two calls those of another optimiser, which then steps on the later one's, were made to begin anew."""
    taken: dict[tuple[int, int], set[int]] = defaultdict(set)  # call, leaf -> optimisers that have stepped on it
    for step in run.ledger.steps:
        for leaf, used in step.consumed.items():
            fresh = [call for call in used if step.optimizer not in taken[call, leaf]]
            for number, stray in enumerate(fresh):
                for meant in fresh[:number]:
                    if run.calls[meant].stack != run.calls[stray].stack and _is_parted(run, meant, stray, leaf):
                        yield run.calls[stray].line, run.calls[meant].line
            for call in used:
                taken[call, leaf].add(step.optimizer)


def _is_parted(run: Run, meant: int, stray: int, leaf: int) -> bool:
    """Whether the later of two calls trains what is not the leaf's, and either the earlier one's gradients there were only
    thrown away, or they were cleared in between, and the earlier one trains nothing that the later one does not."""
    ledger = run.ledger
    (owners,) = owners_of(run, {leaf})
    own = {
        other
        for other in find_used_leaves(run, frozenset({stray}))
        if all(owners.isdisjoint(others) for others in owners_of(run, {other}))
    }
    trained = find_used_leaves(run, frozenset({meant}))
    discarded = any((meant, other) in ledger.cleared and other not in trained for other in own)
    begun = any(meant < calls <= stray and not own.isdisjoint(leaves) for calls, leaves in ledger.begun)
    return discarded or begun and trained <= ledger.contributions[stray]
