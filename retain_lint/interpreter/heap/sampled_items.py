"""Lists and containers of layers of which the first items are seen, and stand for more: those of comprehensions, and of loops that
fill a list, which were not followed to their end. Numbers and names of the others are unknown. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import LayerRecord, ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Lazy, Symbol, Value
from retain_lint.interpreter.heap.record_classes import iterated


def stands_for_more(state: State, value: Value) -> bool:
    """Are its items such first ones, or does it count them?"""
    if isinstance(value, Lazy):
        return any(stands_for_more(state, source) for source in value.sources)
    if isinstance(value, Known):
        return value.sample is not None
    record = state.record(iterated(state, value))
    grown = isinstance(record, ListRecord) and record.grown is not None
    return grown or isinstance(record, (ListRecord, LayerRecord)) and record.sampled


def gives_numbers(value: Value) -> bool:
    """Does it give numbers?"""
    return isinstance(value, Lazy) and (value.kind in ("enumerate", "range") or any(map(gives_numbers, value.sources)))


def name_children(container: Value, record: LayerRecord) -> tuple[tuple[Value, Value], ...]:
    """The children by their names; of more than are seen only the first has a name that is known."""
    names = (
        Symbol(("element", container, place), True) if place and record.sampled else Known(name)
        for place, (name, _) in enumerate(record.children)
    )
    return tuple(zip(names, (child for _, child in record.children), strict=True))
