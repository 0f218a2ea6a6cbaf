"""How many elements a container has: bounds that several values share, and what changes them. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Known, Symbol, Value
from retain_lint.interpreter.context.analysis import Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.iterables import MAX_ITERATIONS, concrete_items, length_key

#: functions that take so many elements: the place of the number, and its keyword
_TAKING = {
    "heapq.nlargest": (0, "n"),
    "heapq.nsmallest": (0, "n"),
    "itertools.islice": (1, "stop"),
    "random.choices": (1, "k"),
    "random.sample": (1, "k"),
}


def bound_length(state: State, value: Value, most: float) -> None:
    """A value has at most so many elements. Only what ends a loop before the most iterations that are followed need be known."""
    key = length_key(state, value)
    if key is not None and most < MAX_ITERATIONS:
        state.condition.narrow(key, 0, most)


def note_length(name: str, request: CallRequest, outcomes: list[Outcome]) -> list[Outcome]:
    """What a function of a library gives that takes so many elements (`random.sample(xs, 1)`); a stack has as many rows as parts."""
    for outcome in outcomes:
        if name == "torch.stack":
            _note_stacked(outcome.state, request, outcome.value)
        elif name in _TAKING:
            _note_taken(outcome.state, *_TAKING[name], request, outcome.value)
    return outcomes


def _note_stacked(state: State, request: CallRequest, stacked: Value) -> None:
    alone = len(request.positional) == 1 and not request.keywords
    items, key = concrete_items(state, request.positional[0]) if alone else None, length_key(state, stacked)
    if items is not None and key is not None:
        state.condition.bind(key, Known(len(items)))
        state.condition.narrow(key, len(items), len(items))


def _note_taken(state: State, place: int, keyword: str, request: CallRequest, taken: Value) -> None:
    count = request.keywords.get(keyword) or next(iter(request.positional[place : place + 1]), NONE)
    alone = len(request.positional) + len(request.keywords) == 2  # `islice(xs, start, stop)` begins elsewhere
    if alone and isinstance(count, Known) and type(count.value) is int:
        bound_length(state, taken, count.value)


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
