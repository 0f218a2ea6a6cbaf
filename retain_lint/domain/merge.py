"""How states with equal futures become one. Floor 2. (Those that differ are joined past the budget: join.py.)"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace

from retain_lint.domain.canonical import Fresh, is_scalar
from retain_lint.domain.heap import InstanceRecord
from retain_lint.domain.state import Frame, State
from retain_lint.domain.value import Symbol


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
    """One state for each coarse form; registers whose numbers differ hold an unknown number afterwards."""
    found: dict[Hashable, State] = {}
    for state in states:
        known = found.setdefault(form(state), state)
        if known is not state:
            absorb(known, state)
            for number, frame in known.frames.items():
                _blur_scalars(frame, state.frames.get(number), fresh)
    return list(found.values())


def blur_counters(state: State, start: State, fresh: Callable[[], int]) -> None:
    """Numbers that have changed since `start`, in registers or on objects of the project's classes, become unknown ones."""
    for number, frame in state.frames.items():
        _blur_scalars(frame, start.frames.get(number), fresh)
    for address, record in state.heap.items():
        before = start.heap.get(address)
        if isinstance(record, InstanceRecord) and isinstance(before, InstanceRecord) and record != before:
            mine, theirs = Frame(dict(record.attributes)), Frame(dict(before.attributes))
            _blur_scalars(mine, theirs, fresh)
            state.heap[address] = replace(record, attributes=tuple(mine.variables.items()))


def _blur_scalars(frame: Frame, other: Frame | None, fresh: Callable[[], int]) -> None:
    if other is None or other.variables == frame.variables:
        return
    for name, value in frame.variables.items():
        theirs = other.variables.get(name, value)
        if theirs != value and is_scalar(value):
            frame.variables[name] = Symbol(("blurred", Fresh(fresh())), plain=True)


def absorb(state: State, other: State) -> None:
    """`other` has the same future: what only explains or weakens verdicts is united."""
    state.condition = state.condition.join(other.condition)
    state.clock = max(state.clock, other.clock)
    state.quiet_since = max(state.quiet_since, other.quiet_since)
    state.picked |= other.picked
    for cause, stamp in other.causes.items():
        state.causes[cause] = max(stamp, state.causes.get(cause, stamp))
