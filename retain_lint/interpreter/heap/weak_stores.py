"""What is stored through an unknown value that may be one of several containers or objects (`rows[i]["loss"] = loss`): it is kept
under the value's own name, and a weak update of each of them. Floor 3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from retain_lint.domain.heap import DictRecord, InstanceRecord, ListRecord, Record, lookup, replace_pair
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, Known, Ref, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.access_paths import led_to, perhaps_at
from retain_lint.interpreter.heap.stored_items import keep_items, store_item
from retain_lint.interpreter.heap.tensors import any_graph_in


def store_weakly(m: Analysis, state: State, value: Symbol, index: Value, source: Value | None) -> None:
    """value[index] = source; None deletes."""
    store_item(state, value, index, source)
    for address, record in _may_be(state, value):
        held = _item_at(record, index)
        either = _either(m, state, held, source)
        if isinstance(record, DictRecord) and either is not None:
            state.put(address, _with_entry(record, index, held, either))
        elif isinstance(record, ListRecord) and either is not None:
            state.put(address, _with_item(record, index, either))


def set_weakly(m: Analysis, state: State, value: Symbol, name: str, source: Value | None) -> None:
    """value.name = source; None deletes."""
    state.attach(value.key, name, source)
    for address, record in _may_be(state, value):
        if isinstance(record, InstanceRecord):
            either = _either(m, state, lookup(record.attributes, name), source)
            if either is not None:
                state.put(address, replace(record, attributes=replace_pair(record.attributes, name, either)))


def add_weakly(m: Analysis, state: State, value: Symbol, items: tuple[Value, ...]) -> None:
    """The container holds these from now on, somewhere."""
    keep_items(state, value, items)
    for address, record in _may_be(state, value):
        if isinstance(record, ListRecord):
            last = any_graph_in(m, state, (*record.items, *items))  # perhaps there are no more than before
            state.put(address, _with_items(record, items if last is None else (last,)))
        elif isinstance(record, DictRecord):
            entries = tuple((m.symbol("key", plain=True), item) for item in items)
            state.put(address, replace(record, items=(*record.items, *entries), exact=False))


def _may_be(state: State, value: Symbol) -> Iterator[tuple[Address, Record]]:
    """The containers and objects that the value may be one of."""
    for led in led_to(state, value.key) or ():
        record = state.record(led)
        if isinstance(led, Ref) and record is not None:
            yield led.address, record


def _item_at(record: Record, index: Value) -> Value | None:
    if isinstance(record, DictRecord):
        return next((held for key, held in record.items if key in (index, perhaps_at(index))), None)
    if isinstance(record, ListRecord) and (place := _place_in(record, index)) is not None:
        return record.items[place]
    return None


def _place_in(record: ListRecord, index: Value) -> int | None:
    """The place of a known item that the index is sure to mean: a running index stands for others, too."""
    return record.find_place(index.value) if isinstance(index, Known) else None


def _with_entry(record: DictRecord, index: Value, held: Value | None, either: Value) -> DictRecord:
    """With an entry that is perhaps another one now, or is perhaps there."""
    if held is None:
        return replace(record, items=(*record.items, (perhaps_at(index), either)), exact=False)
    same = (index, perhaps_at(index))
    return replace(record, items=tuple((key, either if key in same else item) for key, item in record.items))


def _with_item(record: ListRecord, index: Value, either: Value) -> ListRecord:
    place = _place_in(record, index)
    if place is None:
        return _with_items(record, (either,))
    return replace(record, items=tuple(either if n == place else item for n, item in enumerate(record.items)))


def _with_items(record: ListRecord, items: tuple[Value, ...]) -> ListRecord:
    return replace(record, items=(*record.items, *items), exact=False, partial=True)


def _either(m: Analysis, state: State, held: Value | None, source: Value | None) -> Value | None:
    """What stands where a value was held and another one has perhaps been stored, if a graph hangs on one of them: a tensor on one
    of their graphs."""
    return any_graph_in(m, state, [value for value in (held, source) if value is not None])
