"""What takes an element out of a list or a dictionary: pop, popleft, remove, popitem. Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.assume import resolve
from retain_lint.domain.heap import DictRecord, ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Index, Known, Ref, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.data_model.items import get_item
from retain_lint.interpreter.data_model.mixed_order import mix_items
from retain_lint.interpreter.heap.tensors import any_graph_in


def take_out(m: Analysis, state: State, receiver: Ref, record: ListRecord, name: str, request: CallRequest) -> Value:
    """The item that `pop` or `popleft` takes out of a list. Where it is not known which, each that is left may be any."""
    position = _position(state, record, Known(0) if name == "popleft" else request.first() or Known(-1))
    if position is None:
        taken = get_item(m, state, receiver, request.first() or NONE, request.span)
        _lose_any(m, state, receiver, record)
        return taken
    left = (*record.items[:position], *record.items[position + 1 :])
    state.put(receiver.address, replace(record, items=left))
    return record.items[position]


def remove(m: Analysis, state: State, receiver: Ref, record: ListRecord, given: Value) -> Value:
    """`items.remove(given)`: the very item, if it is seen. The last one is gone perhaps: a filter may have let nothing through."""
    position = next((at for at, item in enumerate(record.items) if item == given), None)
    if position is None:
        _lose_any(m, state, receiver, record)
    elif len(record.items) == 1:
        state.put(receiver.address, replace(record, partial=True))
    else:
        left = (*record.items[:position], *record.items[position + 1 :])
        state.put(receiver.address, replace(record, items=left))
    return NONE


def take_item(m: Analysis, state: State, receiver: Ref, record: DictRecord, request: CallRequest) -> Value:
    """The last key and value, or the first (`popitem(last=False)`)."""
    if not record.items or not record.exact:
        return any_graph_in(m, state, [receiver]) or m.symbol("value", plain=True)
    last = resolve(state, request.first() or request.keywords.get("last", Known(True))) != Known(False)
    left = record.items[:-1] if last else record.items[1:]
    state.put(receiver.address, replace(record, items=left))
    return Tuple(record.items[-1 if last else 0])


def _position(state: State, record: ListRecord, index: Value) -> int | None:
    """Where in the list a known index is."""
    number = resolve(state, index)
    return record.find_place(number.value) if isinstance(number, (Known, Index)) else None


def _lose_any(m: Analysis, state: State, receiver: Ref, record: ListRecord) -> None:
    """One item is gone, not known which: what is left may be any of them, of what else was there some may be gone."""
    mixed = mix_items(m, state, record.items, max(len(record.items) - 1, 0))
    left = replace(record, exact=False, partial=True) if mixed is None else replace(record, items=mixed)
    state.put(receiver.address, left)
