"""Where a `try` has raised, unknown: what its body would have replaced is perhaps replaced in the handler. Floor 3."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from retain_lint.domain.heap import InstanceRecord, lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import Value
from retain_lint.interpreter.exits import Exits
from retain_lint.interpreter.hidden import any_graph_in
from retain_lint.interpreter.machine import Machine


def doubt_replaced(m: Machine, start: State, after: list[State], inner: Exits) -> State:
    """The state at the start of a body that left on these paths, as a handler finds it."""
    ends = [*after, *(state for state, _ in inner.returned), *inner.broken, *inner.continued]
    for address, record in list(start.heap.items()):
        if isinstance(record, InstanceRecord):
            later = [end.heap[address] for end in ends if end.heap.get(address, record) is not record]
            if later:
                pairs = [(name, [_member(other, name) for other in later]) for name, _ in record.attributes]
                start.heap[address] = _doubted(m, start, record, dict(pairs))
    for number, frame in list(start.frames.items()):
        others = [end.frames[number] for end in ends if end.frames.get(number, frame) is not frame]
        for name, value in frame.variables.items() if others else ():
            doubted = _perhaps(m, start, value, [other.variables.get(name, value) for other in others])
            if doubted is not value:
                start.registers(number)[name] = doubted
    return start


def _member(record: object, name: str) -> Value | None:
    return lookup(record.attributes, name) if isinstance(record, InstanceRecord) else None


def _doubted(m: Machine, start: State, record: InstanceRecord, later: dict[str, list[Value | None]]) -> InstanceRecord:
    pairs = tuple((name, _perhaps(m, start, value, later.get(name, ()))) for name, value in record.attributes)
    return record if pairs == record.attributes else replace(record, attributes=pairs)


def _perhaps(m: Machine, start: State, value: Value, later: Sequence[Value | None]) -> Value:
    """A graph that something else takes the place of on some path hangs on it perhaps no more."""
    if start.tensor(value) is None or all(other == value for other in later):
        return value
    return any_graph_in(m, start, [value]) or value
