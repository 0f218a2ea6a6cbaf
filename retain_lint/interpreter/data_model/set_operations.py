"""Sets: which of their items are the same; unions, differences and intersections of sets of tensors
(`set(a.parameters()) - set(b.parameters())`). Floor 3.

Sets tell tensors apart as objects; of other values equality is theirs to say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from retain_lint.domain.heap import ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Ref, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.objects import allocate, record_of

_Items = tuple[Value, ...]


def drop_doubles(record: ListRecord) -> ListRecord:
    """What a set keeps of these items: an unknown number may be the same as another one, so that one of them is not there."""
    items = _unite(record.items, ())
    alike = len(items) > 1 and any(isinstance(item, Symbol) and item.plain for item in items)
    return replace(record, items=items, partial=record.partial or alike, unique=True)


def _unite(one: _Items, other: _Items) -> _Items:
    return tuple(dict.fromkeys((*one, *other)))


def _subtract(one: _Items, other: _Items) -> _Items:
    return tuple(item for item in one if item not in other)


def _intersect(one: _Items, other: _Items) -> _Items:
    return tuple(item for item in one if item in other)


def _differ(one: _Items, other: _Items) -> _Items:
    return (*_subtract(one, other), *_subtract(other, one))


_OPERATIONS: dict[str, Callable[[_Items, _Items], _Items]] = {
    "|": _unite,
    "-": _subtract,
    "&": _intersect,
    "^": _differ,
    "union": _unite,
    "difference": _subtract,
    "intersection": _intersect,
    "symmetric_difference": _differ,
}


def combine_sets(m: Analysis, state: State, name: str, left: Value, right: Value) -> Value | None:
    """`left name right`, an operator or a method of sets; None if it is none, or not known."""
    operation = _OPERATIONS.get(name)
    one, other = (_tensors(state, side) for side in (left, right)) if operation else (None, None)
    if operation is None or one is None or other is None:
        return None
    return allocate(m, state, ListRecord(operation(one, other)))


def _tensors(state: State, value: Value) -> _Items | None:
    """The items of a collection, if these are tensors, all there, and each is known to be itself: a set tells them apart so."""
    record = record_of(state, value)
    items = None if isinstance(record, ListRecord) and record.partial else concrete_items(state, value)
    if items is None:
        return None
    tensors = (state.tensor(item) for item in items)
    known = all(t is not None and (t.leaf or not t.opaque and t.node is not None) for t in tensors)
    return items if known and all(isinstance(item, Ref) for item in items) else None
