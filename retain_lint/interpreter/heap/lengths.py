"""How many elements a container has: bounds that several values share, and what changes them. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Symbol, Value
from retain_lint.interpreter.context.analysis import Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.iterables import MAX_ITERATIONS, MIN_ITERATIONS, concrete_items, length_key


def bound_length(state: State, value: Value, most: float) -> None:
    """A value has at most so many elements. Only what ends a loop between the least and the most iterations that are
    followed need be known."""
    key = length_key(state, value)
    if key is not None and MIN_ITERATIONS <= most < MAX_ITERATIONS:
        state.condition.narrow(key, 0, most)


def note_stacked(request: CallRequest, outcomes: list[Outcome]) -> list[Outcome]:
    """A stack has as many rows as parts."""
    for outcome in outcomes if len(request.positional) == 1 and not request.keywords else ():
        items, key = concrete_items(outcome.state, request.positional[0]), length_key(outcome.state, outcome.value)
        if items is not None and key is not None:
            outcome.state.condition.bind(key, Known(len(items)))
    return outcomes


def copy_length(state: State, source: Value, copy: Value) -> None:
    """A copy has no more elements than its source."""
    key = length_key(state, source)
    if key is not None:
        bound_length(state, copy, state.condition.interval(key)[1])


def forget_length(state: State, value: Value) -> None:
    """A container has grown or shrunk."""
    key = length_key(state, value)
    if key is not None and key in state.condition.intervals:
        state.condition.forget({key})


def length_of(state: State, value: Value) -> Value | None:
    """len(value), as a constant or as a named unknown integer."""
    items, record = concrete_items(state, value), state.record(value)
    if items is not None and not (isinstance(record, ListRecord) and record.partial):
        return Known(len(items))
    if isinstance(value, Known) and isinstance(value.value, (str, bytes)):
        return Known(len(value.value))
    key = length_key(state, value)
    return None if key is None else Symbol(key, plain=True)
