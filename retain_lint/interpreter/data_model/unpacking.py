"""Targets that take a value apart: `first, *others = values`. Floor 3."""

from __future__ import annotations

from retain_lint.domain.assume import resolve
from retain_lint.domain.heap import ListRecord, TensorRecord
from retain_lint.domain.plain_data import ARRAYS
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Symbol, Value, key_of
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.unnamed_methods import contents_of
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.objects import allocate
from retain_lint.interpreter.heap.tensors import derived


def unpack(m: Analysis, state: State, value: Value, count: int, star: int | None) -> list[Value]:
    """The values of `count` targets; the one at `star` receives a list."""
    value = contents_of(m, state, resolve(state, value))
    items = concrete_items(state, value)
    if items is not None and star is not None and len(items) >= count - 1:
        tail = len(items) - (count - 1 - star)
        return [*items[:star], allocate(m, state, ListRecord(items[star:tail])), *items[tail:]]
    if items is not None and len(items) == count:
        return list(items)
    record = state.record(value)
    if isinstance(record, ListRecord) and star is None and not record.partial and count <= len(record.items):
        return list(record.items[:count])  # further items were not followed, and would be too many
    if isinstance(record, ListRecord) and record.sampled and record.items and star is None:
        data = all(ARRAYS.covers(state, item) for item in record.items)  # so are those for which these stand
        others = [Symbol(("item", key_of(value), Known(n)), data) for n in range(len(record.items), count)]
        return [*record.items, *others]
    if isinstance(record, TensorRecord):
        return [_unpacked_tensor(m, state, value, record, position) for position in range(count)]
    plain = isinstance(value, Symbol) and value.plain
    return [Symbol(("item", key_of(value), Known(position)), plain) for position in range(count)]


def _unpacked_tensor(m: Analysis, state: State, value: Value, record: TensorRecord, position: int) -> Value:
    if record.node is None:
        return Symbol(("item", key_of(value), Known(position)), True)
    return derived(m, state, record, value, position)
