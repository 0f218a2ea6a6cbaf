"""Lists and deques that grow: of a deque with a `maxlen` the other end falls out. Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.assume import resolve
from retain_lint.domain.heap import ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Index, Known, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.escape import weaken_value
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.tensors import any_graph_in


def grow(m: Analysis, state: State, record: ListRecord, given: Value, method: str) -> ListRecord:
    """The record after `append`, `extend` and kin."""
    many = method in ("extend", "extendleft", "update")
    more = concrete_items(state, given) if many else (given,)
    exact = record.exact and more is not None
    added, left = more or (), method.endswith("left")
    old = _may_fall_out(m, state, record) if added else record.items
    items = (*reversed(added), *old) if left else (*old, *added)
    m.budget.charge(len(items))
    bound = resolve(state, record.longest)
    if isinstance(bound, Known) and isinstance(bound.value, int):
        items = items[: bound.value] if left else items[max(len(items) - bound.value, 0) :]
    return replace(record, items=items, exact=exact)


def _may_fall_out(m: Analysis, state: State, record: ListRecord) -> tuple[Value, ...]:
    """The items before one is added: where it is not known how many have room, each may be gone."""
    bound = resolve(state, record.longest)
    if bound == NONE or isinstance(bound, Known) and isinstance(bound.value, int):
        return record.items
    return tuple(weaken_value(m, state, item) for item in record.items)


def insert(m: Analysis, state: State, record: ListRecord, place: Value, given: Value) -> ListRecord:
    """The record after `insert(place, given)`; where the place is not known, each graph may be at any."""
    at, items = resolve(state, place), record.items
    if isinstance(at, (Known, Index)) and isinstance(at.value, int):
        return replace(record, items=(*items[: at.value], given, *items[at.value :]))
    mixed = any_graph_in(m, state, (*items, given))
    return replace(record, items=(given, *items) if mixed is None else (mixed,) * (len(items) + 1))


def rotate(m: Analysis, state: State, record: ListRecord, given: Value) -> ListRecord:
    """The record after `rotate(given)`; unknown, each item may be any."""
    by, items = resolve(state, given), record.items
    if isinstance(by, (Known, Index)) and isinstance(by.value, int) and items:
        split = -by.value % len(items)
        return replace(record, items=items[split:] + items[:split])
    mixed = any_graph_in(m, state, items)
    return record if mixed is None else replace(record, items=(mixed,) * len(items))
