"""Data sets and their like that options build in one of several ways: the constructor's paths go on as one. Floor 3.

Each path runs all that follows, training too, and what they differ in is unknown data, mostly.
"""

from __future__ import annotations

from collections.abc import Sequence

from retain_lint.domain.base import changed
from retain_lint.domain.heap import InstanceRecord, ListRecord, TensorRecord, lookup
from retain_lint.domain.plain_data import DATA
from retain_lint.domain.state import State
from retain_lint.domain.value import Ref, Symbol, Value
from retain_lint.interpreter.calls.merge_constructors import Option, many_ends, shape_of
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.effects.observed_calls import keeps_lifetimes
from retain_lint.interpreter.heap.objects import is_module_class
from retain_lint.interpreter.heap.tensors import find_tensors


def unite_data_objects(m: Analysis, outcomes: list[Outcome], made: Ref) -> list[Outcome]:
    """The paths of a constructor as one, if they are many and the objects differ in nothing but unknown values."""
    ends = many_ends(outcomes, made)
    if not ends or is_module_class(ends[0][0].state, ends[0][1].cls):
        return outcomes
    attributes: list[tuple[str, Value]] = []
    for name in dict.fromkeys(name for _, record in ends for name, _ in record.attributes):
        options = [(o.state, value) for o, r in ends if (value := lookup(r.attributes, name)) is not None]
        united = _unite(m, options) if len(options) == len(ends) else None
        if united is None:
            return outcomes
        attributes.append((name, united))
    first, record = ends[0]
    state = first.state
    if not all(_agree(state, outcome.state, made) for outcome, _ in ends[1:]):
        return outcomes
    state.assume_either(outcome.state.condition for outcome, _ in ends)
    state.put(made.address, InstanceRecord(record.cls, tuple(attributes), record.training))
    return [first, *(outcome for outcome in outcomes if outcome.raised)]


def _agree(one: State, other: State, made: Ref) -> bool:
    """Do two paths differ in nothing that is older than the object?"""
    differ = {*changed(one.heap, other.heap), *changed(other.heap, one.heap)}
    return min(differ, default=made.address) >= made.address and keeps_lifetimes(one, other, made.address)


def _unite(m: Analysis, options: Sequence[Option]) -> Value | None:
    """What an attribute holds on the first path, or an unknown value; None if what the others hold has to be kept apart."""
    if len({shape_of(state, value) for state, value in options}) == 1:
        return None if any(_has_history(m, state, value) for state, value in options) else options[0][1]
    if not all(_is_unknown(state, value) for state, value in options):
        return None
    return m.symbol("value", plain=all(DATA.covers(state, value) for state, value in options))


def _has_history(m: Analysis, state: State, value: Value) -> bool:
    """Is there a graph in it that the program has built, which may be another one on each path?"""
    records = (state.tensor(tensor) for tensor in find_tensors(m, state, value))
    nodes = (r.node for r in records if r is not None and not r.opaque)
    return any(node is not None and m.graph[node].op != "leaf" for node in nodes)


def _is_unknown(state: State, value: Value) -> bool:
    """Is nothing known of it, or is it a list of such values? Constants decide what is run."""
    record = state.record(value)
    if isinstance(record, ListRecord):
        return all(_is_unknown(state, item) for item in record.items)
    if isinstance(record, TensorRecord):
        return record.opaque and not record.leaf
    return isinstance(value, Symbol) and record is None
