"""Sets of parameters: unions, differences and intersections (`set(a.parameters()) - set(b.parameters())`). Floor 3.

Only of parameters is it known which are the same object; of other values equality is theirs to say.
"""

from __future__ import annotations

from collections.abc import Callable

from retain_lint.domain.heap import ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Ref, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.objects import allocate, record_of

_Items = tuple[Value, ...]


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
    one, other = (_parameters(state, side) for side in (left, right)) if operation else (None, None)
    if operation is None or one is None or other is None:
        return None
    return allocate(m, state, ListRecord(operation(one, other)))


def _parameters(state: State, value: Value) -> _Items | None:
    """The items of a collection, if these are parameters and all there."""
    record = record_of(state, value)
    items = None if isinstance(record, ListRecord) and record.partial else concrete_items(state, value)
    if items is None:
        return None
    tensors = (state.tensor(item) for item in items)
    return items if all(t is not None and t.leaf for t in tensors) and all(isinstance(i, Ref) for i in items) else None
