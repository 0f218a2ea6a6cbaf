"""How states with equal futures become one. Floor 2. (Those that differ are joined past the budget: join.py.)"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace

from retain_lint.domain.canonical import Fresh, is_scalar
from retain_lint.domain.heap import DictRecord, InstanceRecord, ListRecord, Record
from retain_lint.domain.plain_data import MADE, holds_data, holds_only_data
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, Symbol, Value


def merge_equal(states: list[State], form: Callable[[State], Hashable]) -> list[State]:
    """One state for each canonical form, in order of first appearance."""
    if len(states) < 2:
        return states
    found: dict[Hashable, State] = {}
    for state in states:
        known = found.setdefault(form(state), state)
        if known is not state:
            absorb(known, state)
    return list(found.values())


def merge_alike(states: list[State], form: Callable[[State], Hashable], fresh: Callable[[], int]) -> list[State]:
    """One state for each coarse form; where its numbers and data differ they are unknown afterwards."""
    found: dict[Hashable, State] = {}
    for state in states:
        known = found.setdefault(form(state), state)
        if known is not state:
            absorb(known, state)
            blur_counters(known, state, fresh)
            _blur_data(known, state)
    return list(found.values())


def blur_counters(state: State, other: State, fresh: Callable[[], int]) -> None:
    """Numbers that differ from `other`, in registers or on objects of the project's classes, become unknown ones."""
    for number, frame in state.frames.items():
        theirs = other.frames.get(number)
        if theirs is not None:
            _blur_scalars(frame.variables, theirs.variables, fresh)
    for address, mine, before in _differing(state, other):
        if isinstance(mine, InstanceRecord) and isinstance(before, InstanceRecord):
            attributes = dict(mine.attributes)
            _blur_scalars(attributes, dict(before.attributes), fresh)
            state.heap[address] = replace(mine, attributes=tuple(attributes.items()))


def _differing(state: State, other: State) -> list[tuple[Address, Record, Record]]:
    """The objects that both paths have, and that are not the same in both."""
    pairs = [(address, record, other.heap.get(address)) for address, record in state.heap.items()]
    return [(a, mine, theirs) for a, mine, theirs in pairs if theirs is not None and mine is not theirs]


def _blur_scalars(mine: dict[str, Value], theirs: dict[str, Value], fresh: Callable[[], int]) -> None:
    for name, value in mine.items() if mine != theirs else ():
        if is_scalar(value) and theirs.get(name, value) != value:
            mine[name] = Symbol(("blurred", Fresh(fresh())), plain=True)


def _blur_data(state: State, other: State) -> None:
    """Lists and dictionaries of data that differ, and new ones, which are not told apart, may hold anything."""
    for address, record in state.heap.items():
        if other.heap.get(address) is not record and holds_data(state, record, MADE):
            state.heap[address] = DictRecord((), False) if isinstance(record, DictRecord) else ListRecord((), False)
    for key, pairs in list(state.overlay.items()):
        if other.overlay.get(key) is not pairs and holds_only_data(state, pairs):
            del state.overlay[key]


def absorb(state: State, other: State) -> None:
    """`other` has the same future: what only explains or weakens verdicts is united."""
    state.condition = state.condition.join(other.condition)
    state.clock = max(state.clock, other.clock)
    state.quiet_since = max(state.quiet_since, other.quiet_since)
    state.picked |= other.picked
    for cause, stamp in other.causes.items():
        state.causes[cause] = max(stamp, state.causes.get(cause, stamp))
