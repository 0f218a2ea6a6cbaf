"""Reads the books of a run: gradients that everyone throws away, and gradients that end in the wrong step."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import torch

from tests.differential.oracle.execute import Run


def find_wasted_leaves(run: Run, line: int, ended: bool = True) -> set[int]:
    """The leaves in which every gradient of the calls on `line` is thrown away, and no one reads it. Nobody's tensor counts only
    if it is a parameter: who makes an input require grad wants a gradient there. Unless the program has `ended`, what is
    still there may yet be thrown away."""
    calls = {call.index for call in run.calls if call.line == line}
    ledger = run.ledger
    consumed = find_used_leaves(run, line)
    reached = {leaf for call in calls for leaf in ledger.contributions.get(call, ())}
    cleared = {leaf for call, leaf in ledger.cleared if call in calls}
    owned = ledger.owned()
    parameters = {leaf for leaf, tensor in ledger.leaves.items() if isinstance(tensor, torch.nn.Parameter)}
    return {
        leaf for leaf in reached - consumed - ledger.read if leaf in cleared or not ended or leaf in parameters - owned
    }


def find_used_leaves(run: Run, line: int) -> set[int]:
    """The leaves in which a step uses a gradient of the calls on `line`."""
    calls = {call.index for call in run.calls if call.line == line}
    return {leaf for step in run.ledger.steps for leaf, used in step.consumed.items() if calls & set(used)}


def find_waste(run: Run, ended: bool = True) -> dict[int, set[int]]:
    """Line -> wasted leaves, for the lines some of whose gradients are used all the same."""
    found = {}
    for line in sorted({call.line for call in run.calls if call.accumulates}):
        leaves = find_wasted_leaves(run, line, ended)
        if leaves and find_used_leaves(run, line):
            found[line] = leaves
    return found


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
