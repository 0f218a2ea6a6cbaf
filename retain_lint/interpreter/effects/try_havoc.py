"""Where a `try` has raised, unknown: what its body would have replaced is perhaps replaced in the handler. Floor 3."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from retain_lint.domain.heap import InstanceRecord, Record, lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.completions import Exits
from retain_lint.interpreter.effects.escape import weaken_attributes, weaken_value


def doubt_replaced(m: Analysis, start: State, after: list[State], inner: Exits) -> State:
    """The state at the start of a body that left on these paths, as a handler finds it."""
    ends = [*after, *(state for state, _ in inner.returned), *inner.broken, *inner.continued]
    for address, record in list(start.heap.items()):
        if isinstance(record, InstanceRecord):
            later = [end.at(address) for end in ends if end.heap.get(address, record) is not record]
            if later:
                weaken_attributes(start, address, record, partial(_perhaps_attribute, m, start, later))
    for number, frame in list(start.frames.items()):
        others = [end.frames[number] for end in ends if end.frames.get(number, frame) is not frame]
        for name, value in frame.variables.items() if others else ():
            doubted = _perhaps(m, start, value, [other.variables.get(name, value) for other in others])
            if doubted is not value:
                start.registers(number)[name] = doubted
    return start


def _member(record: object, name: str) -> Value | None:
    return lookup(record.attributes, name) if isinstance(record, InstanceRecord) else None


def _perhaps_attribute(m: Analysis, start: State, later: list[Record], name: str, value: Value) -> Value:
    return _perhaps(m, start, value, [_member(other, name) for other in later])


def _perhaps(m: Analysis, start: State, value: Value, later: Sequence[Value | None]) -> Value:
    """A graph that something else takes the place of on some path hangs on it perhaps no more."""
    if start.tensor(value) is None or all(other == value for other in later):
        return value
    return weaken_value(m, start, value)
