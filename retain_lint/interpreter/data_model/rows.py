"""Rows: the lists in a list, one of which an unknown index picks (`pool[i][0]`). Floor 3.

A row that is picked is a list of its own that knows where it comes of (`State.parts`): what is read of it may be what any of
them holds there, and what is written to it may be written to any of them.
"""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Ref, Symbol, Value, key_of
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.data_model.dict_entries import any_one_of
from retain_lint.interpreter.heap.objects import allocate, record_of
from retain_lint.interpreter.heap.tensors import graph_operands


def pick_row(m: Analysis, state: State, holder: Value, items: tuple[Value, ...], index: Value) -> Ref | None:
    """One of several lists of one length in which graphs are; None where they are anything else."""
    records = [
        record for item in items if isinstance(record := record_of(state, item), ListRecord) and _is_whole(record)
    ]
    if len(records) < len(items) or len({len(record.items) for record in records}) != 1:
        return None
    if not graph_operands(m, state, items):
        return None
    columns = zip(*(record.items for record in records), strict=True)
    picked = [_mix(m, state, column, (key_of(holder), index, at)) for at, column in enumerate(columns)]
    row = allocate(m, state, ListRecord(tuple(picked)))
    state.set_part(row.address, holder, index)
    return row


def write_rows(m: Analysis, state: State, row: Ref, after: ListRecord) -> None:
    """The row that was picked has become `after`: so has one of those that it stands for, not known which."""
    holder = state.parts[row.address][0] if row.address in state.parts else None
    rows = record_of(state, holder) if isinstance(holder, Ref) else None
    for item in rows.items if isinstance(rows, ListRecord) else ():
        record = record_of(state, item)
        if isinstance(record, ListRecord) and isinstance(item, Ref):
            state.put(item.address, _meet(m, state, record, after))


def _meet(m: Analysis, state: State, one: ListRecord, other: ListRecord) -> ListRecord:
    if len(one.items) != len(other.items):
        return replace(one, items=tuple(dict.fromkeys((*one.items, *other.items))), exact=False, partial=True)
    pairs = zip(one.items, other.items, strict=True)
    return replace(one, items=tuple(_mix(m, state, pair, ("row", pair)) for pair in pairs))


def _mix(m: Analysis, state: State, values: tuple[Value, ...], name: tuple[object, ...]) -> Value:
    if len(set(values)) == 1:
        return values[0]
    plain = not any(isinstance(value, (Ref, Symbol)) for value in values)
    return any_one_of(m, state, values, complete=True) or Symbol(("item", *name), plain)


def _is_whole(record: ListRecord) -> bool:
    return record.exact and not record.partial
