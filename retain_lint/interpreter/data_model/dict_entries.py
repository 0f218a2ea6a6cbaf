"""Entries of dictionaries: which keys are the same, what an entry may be whose key is not known, and what a defaultdict
makes. Floor 3."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from retain_lint.domain.alternatives import is_code, unite_values
from retain_lint.domain.call_verdict import Reason
from retain_lint.domain.contents import is_plain
from retain_lint.domain.heap import (
    DictRecord,
    InstanceRecord,
    LayerRecord,
    ListRecord,
    OptimizerRecord,
    TensorRecord,
)
from retain_lint.domain.joined_values import name_open
from retain_lint.domain.plain_data import DATA
from retain_lint.domain.pure_networks import may_remember
from retain_lint.domain.state import State
from retain_lint.domain.value import (
    NONE,
    FunctionValue,
    Index,
    Key,
    Known,
    Lazy,
    Linear,
    Ref,
    Symbol,
    Tuple,
    Value,
    key_of,
)
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.escape import escape, pick_tensor
from retain_lint.interpreter.heap.access_paths import entries_under
from retain_lint.interpreter.heap.class_choices import pick_value
from retain_lint.interpreter.heap.loop_places import NamedBy, by_place, place_in, take_place
from retain_lint.interpreter.heap.objects import allocate, is_module_class
from retain_lint.interpreter.heap.provenance import gives_out_graphs
from retain_lint.interpreter.heap.strings import spell
from retain_lint.interpreter.heap.tensors import any_graph_in
from retain_lint.source import Span

#: begins the key of an entry that stands for those of an unknown mapping
_SPREAD = "spread"


def find_entry(record: DictRecord, index: Value) -> Value | None:
    """The value at a key; a running index is the number that it is."""
    asked = by_place(spell(index))
    return next((item for key, item in record.items if _is_same(key, asked)), None)


def _is_same(key: Value, asked: object) -> bool:
    """Is the key the one asked for, which is spelled out, and named by places?"""
    return key == asked or not isinstance(key, Known) and by_place(spell(key)) == asked


def dict_item(m: Analysis, state: State, value: Value, record: DictRecord, index: Value, span: Span) -> Value:
    """value[index], or what it may be."""
    found = find_entry(record, index)
    if found is not None:
        return found
    unseen: Key = ("item", key_of(value), index)
    picked = pick_value(state, [item for _, item in record.items], unseen) if record.exact else None
    picked = picked or stand_in(m, state, record, index)
    found = (
        picked
        or _spread_item(record, index)
        or _copied_item(record, index)
        or any_one_of(m, state, entries_under(record, index))
    )
    if found is None and record.factory and record.exact and isinstance(value, Ref):
        found = _make_entry(m, state, value, record, index, span)
    known = [item for _, item in record.items]
    data = record.data or record.exact and bool(known)
    return found or Symbol(unseen, data and all(DATA.covers(state, item) for item in known))


def lacks_entry(state: State, value: Value, index: Value) -> bool:
    """Is it a key that a dictionary of constants does not have, which was made in the running iteration? One that is older may
    be filled by code that is not run."""
    record = state.get(value.address) if isinstance(value, Ref) else None
    if not isinstance(record, DictRecord) or not isinstance(value, Ref) or not isinstance(index, Known):
        return False
    known = record.exact and not record.factory and all(isinstance(key, Known) for key, _ in record.items)
    return known and is_of_iteration(state, value) and find_entry(record, index) is None


def is_of_iteration(state: State, value: Ref) -> bool:
    """Was the object made in the running iteration?"""
    return bool(state.loops) and value.address > state.loops[-1][0]


def spread_entry(m: Analysis, state: State, mapping: Value) -> dict[Value, Value]:
    """The entry that stands for those of an unknown mapping in another dictionary (`{**model.losses}`), if graphs that were
    sent backward may be among them."""
    known = isinstance(mapping, Symbol) and not mapping.plain and gives_out_graphs(m, state, mapping.key)
    return {Symbol((_SPREAD, mapping)): mapping} if known else {}


def _spread_item(record: DictRecord, index: Value) -> Symbol | None:
    """What the last of the unknown mappings has there that were spread in a dictionary."""
    spread = (item for key, item in reversed(record.items) if isinstance(key, Symbol) and key.key[0] == _SPREAD)
    source = next((item for item in spread if isinstance(item, Symbol)), None)
    return None if source is None else Symbol(("item", source.key, index), source.plain)


def _copied_item(record: DictRecord, index: Value) -> Symbol | None:
    """What an unknown mapping has there whose entries were all copied (`{name: x.to(device) for name, x in batch.items()}`)."""
    walked = {
        part.key[1] if isinstance(part, Symbol) and part.key[0] == "element" else None
        for pair in record.items
        for part in pair
    }
    entries = walked.pop() if len(walked) == 1 else None
    if not isinstance(entries, Lazy) or entries.kind != "items" or not record.exact:
        return None
    source = entries.sources[0]
    return Symbol(("item", source.key, index), source.plain) if isinstance(source, Symbol) else None


def stand_in(m: Analysis, state: State, record: DictRecord, index: Value) -> Value | None:
    """The model that stands for those under the keys that a loop has found, where another such key is asked for: the one at
    the same place in its loop. A single key that no loop has found is one of them, and they are alike."""
    items = [item for _, item in record.items]
    if not items or not all(_is_made(state, item) for item in items) or any_graph_in(m, state, items) is not None:
        return None
    if any(place_in(key) is None for key, _ in record.items):
        return None
    place = place_in(index)
    if place is None:
        taken = take_place(state, index)
        return None if taken is None else items[taken]
    name = by_place(index, NamedBy.PLACE)
    return next((item for key, item in record.items if by_place(key, NamedBy.PLACE) == name), None)


def _is_made(state: State, value: Value) -> bool:
    """Is it an object of its own: a model, an optimiser, a container of them?"""
    kinds = (InstanceRecord, LayerRecord, OptimizerRecord, ListRecord, DictRecord)
    return isinstance(value, Ref) and isinstance(state.get(value.address), kinds)


def _make_entry(m: Analysis, state: State, value: Ref, record: DictRecord, index: Value, span: Span) -> Value | None:
    """The entry that a defaultdict makes, and keeps, when it is asked for one that it lacks."""
    made = call_once(m, state, record.factory[0], (), span)
    if made is not None:
        state.put(value.address, set_dict_item(record, index, made))
    return made


def call_once(m: Analysis, state: State, function: Value, given: tuple[Value, ...], span: Span) -> Value | None:
    """What a call gives that ends on a single path, which this one becomes; None, and nothing done, where it does not."""
    outcomes = m.interpreter.call_value(m, state.fork(), function, given, {}, span)
    if len(outcomes) != 1 or outcomes[0].raised:
        return None
    state.adopt(outcomes[0].state)
    return outcomes[0].value


def any_one_of(m: Analysis, state: State, values: Sequence[Value], complete: bool = False) -> Value | None:
    """One of several values, not known which, if graphs hang on them: tuples give a tuple; what changes by itself (a list) is
    not seen any more; models are none. `any_graph_in` looks into objects and containers too. `complete`: it is none but
    these."""
    if values and all(isinstance(value, Tuple) for value in values):
        rows = [value.items for value in values if isinstance(value, Tuple)]
        if len({len(row) for row in rows}) == 1:
            columns = zip(*rows, strict=True)
            return Tuple(tuple(_one_in_column(m, state, column, complete) for column in columns))
    if not all(_is_held(state, value) for value in values):
        return None
    if any(isinstance(state.record(value), (ListRecord, DictRecord)) for value in values):
        escape(m, state, tuple(values), Reason.ALIAS)
        return None
    return pick_tensor(m, state, values) if complete else any_graph_in(m, state, values)


def _one_in_column(m: Analysis, state: State, column: Sequence[Value], complete: bool) -> Value:
    """What stands at the same place of one of several tuples; data of which it is not known which, if these are not equal."""
    if len(set(column)) == 1:
        return column[0]
    return any_item(m, state, column, complete) or column[0]


def any_item(m: Analysis, state: State, items: Sequence[Value], complete: bool = True) -> Value | None:
    """One of several values of any kind, not known which; data of which nothing is known where all are data."""
    found = any_one_of(m, state, items, complete) or _any_container(m, state, items)
    found = found or any_object(m, state, items) or any_code(m, state, items)
    return m.symbol("value", plain=True) if found is None and all(map(is_plain, items)) else found


def is_container(state: State, value: Value) -> bool:
    """Is it a container, or an object that is no network?"""
    record = state.record(value)
    if isinstance(record, InstanceRecord):
        return not is_module_class(state, record.cls)
    return isinstance(record, (DictRecord, ListRecord))


def _any_container(m: Analysis, state: State, values: Sequence[Value]) -> Symbol | None:
    """One of several containers and objects: an item of a list of them, so that what is stored in it is perhaps stored in each."""
    if not all(is_container(state, value) for value in values):
        return None
    holder = allocate(m, state, ListRecord(tuple(values)))
    return Symbol(("item", key_of(holder), m.symbol("place", plain=True)))


def any_object(m: Analysis, state: State, values: Sequence[Value]) -> Symbol | None:
    """One of several networks or other objects, not known which; None for what else there is. Where one of them may keep what it
    computes, whatever is drawn of them next may be the one that was drawn before."""
    held = [value for value in values if isinstance(state.record(value), (InstanceRecord, LayerRecord))]
    places = [value.address for value in held if isinstance(value, Ref)]
    if not places or len(places) < len(values):
        return None
    keeps = any(may_remember(state, value) for value in values)
    return name_open(min(places) if keeps else m.fresh(), unite_values(state.record, *values), keeps)


def any_code(m: Analysis, state: State, values: Sequence[Value]) -> Symbol | None:
    """One of few functions or classes, not known which; None for what else there is."""
    coded = [value for value in values if value != NONE]
    known = (
        unite_values(state.record, *coded)
        if coded and all(is_code(value, state.record(value)) for value in coded)
        else None
    )
    return None if known is None else name_open(m.fresh(), known)


def _is_held(state: State, value: Value) -> bool:
    record = state.record(value)
    return not isinstance(value, FunctionValue) and (
        record is None or isinstance(record, (TensorRecord, ListRecord, DictRecord))
    )


def set_dict_item(record: DictRecord, index: Value, source: Value | None) -> DictRecord:
    """The record with an entry set, or deleted when the value is None."""
    if not isinstance(index, (Known, Index, Linear, Symbol, Tuple, Ref)):
        return replace(record, exact=False, data=False)
    asked = by_place(spell(index))
    same = [_is_same(key, asked) for key, _ in record.items]
    if source is None:
        kept = tuple(pair for pair, is_it in zip(record.items, same, strict=True) if not is_it)
        return replace(record, items=kept)
    if any(same):
        pairs = zip(record.items, same, strict=True)
        return replace(record, items=tuple((key, source if is_it else old) for (key, old), is_it in pairs))
    return replace(record, items=(*record.items, (index, source)))
