"""What a display makes: `[a, *b]`, `{k: v, **d}`, `(a, b)`, an f-string, a slice. Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import DictRecord, ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Lazy, Ref, Slice, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.registers import read, write
from retain_lint.interpreter.data_model.dict_entries import spread_entry
from retain_lint.interpreter.data_model.items import get_item
from retain_lint.interpreter.data_model.iterators import elements_seen
from retain_lint.interpreter.data_model.set_operations import drop_doubles
from retain_lint.interpreter.effects.unnamed_methods import contents_of
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.module_names import name_members
from retain_lint.interpreter.heap.objects import allocate, record_of
from retain_lint.interpreter.heap.overwritten_settings import doubt_entries
from retain_lint.interpreter.heap.part_counts import count_parts
from retain_lint.interpreter.heap.strings import build_text
from retain_lint.ir import model as ir

#: the most parts that become items one by one
_MOST_PARTS = 16


def build(m: Analysis, state: State, i: ir.Build) -> None:
    """Writes the new object into the instruction's register."""
    given = ((element, read(m, state, element.value)) for element in i.elements)
    values = [contents_of(m, state, value) if element.starred else value for element, value in given]
    if i.kind == "slice":
        write(m, state, i.target, Slice(values[0], values[1], values[2]))
    elif i.kind == "string":
        formats = [Known("") if e.key is None else read(m, state, e.key) for e in i.elements]
        write(m, state, i.target, build_text(values, formats))
    elif i.kind == "dict":
        write(m, state, i.target, _build_dict(m, state, i))
    else:
        items, exact = _spread(m, state, i, values)
        record = ListRecord(items, exact)
        record = drop_doubles(record) if i.kind == "set" else record
        is_tuple = i.kind == "tuple" and exact and not _goes_on(state, i, values)
        record = replace(record, frozen=i.kind == "tuple")
        write(m, state, i.target, Tuple(items) if is_tuple else allocate(m, state, record))
    if not i.target.startswith("%"):
        name_members(state, read(m, state, i.target), i.target)


def append(m: Analysis, state: State, i: ir.Append) -> None:
    """Adds an element to what a comprehension builds; more may follow where its loop is not run through."""
    target = read(m, state, i.object)
    record = record_of(state, target)
    if isinstance(record, ListRecord) and isinstance(target, Ref):
        sampled = record.sampled or bool(state.loops) and state.loops[-1][0] not in m.loops.unrolled
        items = (*record.items, read(m, state, i.source))
        made = replace(record, items=items, partial=record.partial or m.scope.filtered, sampled=sampled)
        state.put(target.address, drop_doubles(made) if record.unique else made)
    m.scope.filtered = False


def _spread(m: Analysis, state: State, i: ir.Build, values: list[Value]) -> tuple[tuple[Value, ...], bool]:
    items: list[Value] = []
    exact = True
    for element, value in zip(i.elements, values, strict=True):
        if not element.starred:
            items.append(value)
            continue
        known = concrete_items(state, value)
        if known is None:
            known = _parts_of(m, state, value, i)
        if known is None:
            exact = False
            is_list = isinstance(record_of(state, value), ListRecord)
            seen = elements_seen(m, state, value) if is_list or isinstance(value, Lazy) else ()
            known = seen if is_list else seen or (value,)
        items.extend(known)
    return tuple(items), exact


def _goes_on(state: State, i: ir.Build, values: list[Value]) -> bool:
    """Does it take in a list of which only the first items are seen?"""
    taken = (record_of(state, value) for element, value in zip(i.elements, values, strict=True) if element.starred)
    return any(isinstance(record, ListRecord) and record.goes_on for record in taken)


def _parts_of(m: Analysis, state: State, value: Value, i: ir.Build) -> tuple[Value, ...] | None:
    """The parts of a tensor, if it is known how many were asked for (`(q, *x.chunk(2))`)."""
    count = count_parts(state, value) if state.tensor(value) is not None else None
    if count is None or not 0 < count <= _MOST_PARTS:
        return None
    return tuple(get_item(m, state, value, Known(number), i.span) for number in range(count))


def _build_dict(m: Analysis, state: State, i: ir.Build) -> Value:
    items: dict[Value, Value] = {}
    exact = True
    for element in i.elements:
        value = read(m, state, element.value)
        if element.key is not None:
            items[read(m, state, element.key)] = value
            continue
        record = record_of(state, value)
        if isinstance(record, DictRecord):
            items.update(record.items)
            exact &= record.exact
        else:
            items = dict(doubt_entries(m, state, DictRecord(tuple(items.items()))).items)
            items.update(spread_entry(m, state, value))
            exact = False
    return allocate(m, state, DictRecord(tuple(items.items()), exact))
