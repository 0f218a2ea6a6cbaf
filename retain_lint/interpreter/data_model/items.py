"""Reading and writing items of containers and tensors. Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.assume import assume_present, decide, resolve
from retain_lint.domain.call_verdict import Reason
from retain_lint.domain.chosen_constants import choose_constant
from retain_lint.domain.heap import (
    DictRecord,
    InstanceRecord,
    LayerRecord,
    ListRecord,
    Record,
    TensorRecord,
    lookup,
)
from retain_lint.domain.loaded import LOADED, is_loaded
from retain_lint.domain.plain_data import DATA
from retain_lint.domain.state import State
from retain_lint.domain.value import (
    NONE,
    External,
    Index,
    Key,
    Known,
    Method,
    Ref,
    Slice,
    Symbol,
    Tuple,
    Value,
    external,
    key_of,
)
from retain_lint.interpreter.autograd.data_writes import write_data
from retain_lint.interpreter.autograd.gradient_flow import leaf_of_gradient
from retain_lint.interpreter.autograd.gradient_writes import write_gradient_item
from retain_lint.interpreter.autograd.operations import apply_operation, bind_operation, write_item
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.data_model.attributes import set_attribute
from retain_lint.interpreter.data_model.dict_entries import (
    any_item,
    any_one_of,
    dict_item,
    is_of_iteration,
    lacks_entry,
    set_dict_item,
)
from retain_lint.interpreter.data_model.layer_containers import set_layer
from retain_lint.interpreter.data_model.layer_slices import bounds_of, slice_of_layers, width_of
from retain_lint.interpreter.data_model.mixed_order import mix_items
from retain_lint.interpreter.data_model.rows import pick_row, write_rows
from retain_lint.interpreter.effects.escape import hand_out
from retain_lint.interpreter.effects.opaque_objects import take_as_whole_numbers
from retain_lint.interpreter.effects.unnamed_methods import contents_of
from retain_lint.interpreter.heap.class_choices import pick_member
from retain_lint.interpreter.heap.generic_classes import find_origin
from retain_lint.interpreter.heap.item_kinds import rest_of, stands_for_rest
from retain_lint.interpreter.heap.iterables import concrete_items, is_past_end
from retain_lint.interpreter.heap.lengths import bound_length
from retain_lint.interpreter.heap.library_parts import part_for_method
from retain_lint.interpreter.heap.objects import allocate
from retain_lint.interpreter.heap.opaque_mappings import is_mapping, store_under, stored_under
from retain_lint.interpreter.heap.opaque_slices import note_tensor, only_tensors_take
from retain_lint.interpreter.heap.overwritten_settings import (
    GLOBALS,
    container_of,
    doubt_constants,
    doubt_entries,
    doubt_entries_as_attributes,
    doubt_items,
    may_be_setting,
)
from retain_lint.interpreter.heap.provenance import COMPUTED, name_part, takes_numbers
from retain_lint.interpreter.heap.record_classes import attributes_behind, owner_of
from retain_lint.interpreter.heap.stored_items import kept_items, store_item, stored_at
from retain_lint.interpreter.heap.strings import spell
from retain_lint.interpreter.heap.tensors import any_graph_in, as_part, derived
from retain_lint.interpreter.heap.weak_stores import store_weakly
from retain_lint.source import Span
from retain_lint.torch_api.lookup import find_control, find_operator
from retain_lint.torch_api.spec import Role

#: unknown values that are mostly numbers, where they are indices
_NUMBERS = frozenset({"element", "attr", "item", "parameter", "len", "arith", COMPUTED})
#: where nn.Module keeps what it owns (torch/nn/modules/module.py)
REGISTRIES = frozenset({"_parameters", "_buffers", "_modules"})


def lacks_item(state: State, value: Value, index: Value) -> bool:
    """Does it raise to ask for the item?"""
    value, place = resolve(state, value), resolve(state, index)
    return is_past_end(state, value, index) or lacks_entry(state, value, place) or _is_of_empty(state, value, place)


def _is_of_empty(state: State, value: Value, place: Value) -> bool:
    """Is it an item of a list that the running iteration has made, and put nothing in? A loop that fills it is followed, too."""
    record = state.record(value)
    if not isinstance(record, ListRecord) or not isinstance(value, Ref) or not isinstance(place, Known):
        return False
    bare = record.exact and not (record.items or record.partial or record.sampled)
    return bare and isinstance(place.value, int) and is_of_iteration(state, value)


def get_item(m: Analysis, state: State, value: Value, index: Value, span: Span) -> Value:
    """value[index]"""
    value, index = resolve(state, value), resolve(state, index)
    found = _find_item(m, state, value, index, span)
    if isinstance(index, Slice) and found != value and (most := width_of(state, index)) is not None:
        bound_length(state, found, most)
    return found


def _find_item(m: Analysis, state: State, value: Value, index: Value, span: Span) -> Value:
    if isinstance(index, Slice):
        take_as_whole_numbers(state, (index.lower, index.upper, index.step))
    modelled = m.library.item(m, state, value, index, span)
    if modelled is not None:
        return modelled
    if (origin := find_origin(state, value)) is not None:
        return origin
    value = contents_of(m, state, part_for_method(m, state, value, "__getitem__") or as_part(m, state, value) or value)
    record = state.record(value)
    if isinstance(record, TensorRecord):
        stored = stored_under(state, value, index) if is_mapping(value, record, index) else None
        if isinstance(value, Symbol) and state.overlay.get(value.key):
            stored = _stored_item(m, state, value, spell(index))
        return stored or _tensor_item(m, state, value, record, index, span)
    if isinstance(record, DictRecord):
        return dict_item(m, state, value, record, index, span)
    if isinstance(record, LayerRecord):
        if isinstance(index, Slice) and record.spec.container:
            return slice_of_layers(m, state, record, index)
        named = next((child for name, child in record.children if Known(name) == index), None)
        if named is not None:
            return named
    text = _slice_of_text(state, value, index)
    if text is not None:
        return text
    items = concrete_items(state, value)
    if items is None and isinstance(record, ListRecord):
        items = record.items
    if items is not None:
        return _sequence_item(m, state, value, items, index)
    if isinstance(value, Symbol):
        tables = (attributes_behind(state, value, under) for under in ("__dict__", *sorted(REGISTRIES)))
        held = next((table for table in tables if table is not None), ())
        own = lookup(held, str(index.value)) if isinstance(index, Known) else None
        return own or _unknown_item(m, state, value, index)
    if isinstance(value, Method) and value.name in REGISTRIES and isinstance(index, Known):
        layer = state.record(value.receiver)
        own = lookup(layer.children, str(index.value)) if isinstance(layer, LayerRecord) else None
        return own or Symbol(("item", key_of(value), index))
    if isinstance(value, External) and value.name.endswith(".__dict__"):
        picked = pick_member(external(value.name.removesuffix(".__dict__")), key_of(index))
        return picked or Symbol(("item", key_of(value), index))
    control = find_control(value.name) if isinstance(value, External) else None
    of_data = control is not None and control.role in (Role.DATA_LIBRARY, Role.DATA_CLASS)
    return Symbol(("item", key_of(value), index), of_data)


def _slice_of_text(state: State, value: Value, index: Value) -> Known | None:
    """A part of a word, between places that are the same in each iteration."""
    if not isinstance(value, Known) or not isinstance(value.value, str) or not isinstance(index, Slice):
        return None
    places = [resolve(state, place) for place in (index.lower, index.upper, index.step)]
    numbers = [p.value for p in places if isinstance(p, Known) and (p.value is None or isinstance(p.value, int))]
    return Known(value.value[slice(*numbers)]) if len(numbers) == 3 and numbers[2] != 0 else None


def _unknown_item(m: Analysis, state: State, value: Symbol, index: Value) -> Value:
    """An item of a container that cannot be seen; the first number of a shape is a length."""
    stored = _stored_item(m, state, value, spell(index))
    if stored is not None:
        return stored
    if value.key[0] == "attr" and value.key[-1] == "shape" and index == Known(0):
        return Symbol(("len", value.key[1]), plain=True)
    return name_part(m, value, "item", index)


def _stored_item(m: Analysis, state: State, value: Symbol, index: Value) -> Value | None:
    """What was stored at that index, or may have been: at one that is not known, or is a number that was followed no
    further."""
    own, others = stored_at(state, value, index)
    if own is not None and not others:
        return own
    found = others if own is None else [*others, own]
    if kept := kept_items(state, value):
        return any_graph_in(m, state, [*found, *kept]) or own
    return any_one_of(m, state, found) or own


def _sequence_item(m: Analysis, state: State, value: Value, items: tuple[Value, ...], index: Value) -> Value:
    record = state.record(value)
    if isinstance(index, (Known, Index)) and isinstance(index.value, int):
        if -len(items) <= index.value < len(items):
            if (chosen := _choose(m, state, value, items, index)) is not None:
                return chosen
            moved = isinstance(record, ListRecord) and _is_moved(state, record, index.value)
            return moved and any_graph_in(m, state, items) or items[index.value]
    if isinstance(index, Slice):
        bounds = bounds_of(state, index)
        if bounds is not None and isinstance(value, Tuple):
            return Tuple(items[bounds])
        return allocate(m, state, _slice_of_list(record, items, bounds))
    if isinstance(index, Known) and isinstance(index.value, str) and isinstance(value, Ref):
        return Symbol(("item", key_of(value), index))
    if len(set(items)) == 1:
        return items[0]
    complete = not isinstance(record, ListRecord) or record.exact and not (record.partial or record.sampled)
    row = pick_row(m, state, value, items, index) if complete else None
    return row or any_one_of(m, state, items, complete) or _item_beyond(state, value, items, index)


def _slice_of_list(record: Record | None, items: tuple[Value, ...], bounds: slice | None) -> ListRecord:
    """The items within these bounds, and what other items of the list may lie there."""
    part = () if bounds is None else items[bounds]
    exact = not isinstance(record, ListRecord) or record.exact
    sampled = isinstance(record, ListRecord) and record.sampled
    if bounds is None or not part and (sampled or not exact):
        return ListRecord(items, exact=False)
    inside = (bounds.start or 0) >= 0 and bounds.stop is not None and 0 <= bounds.stop <= len(items)
    return ListRecord(part, exact or inside, sampled=sampled and not inside)


def _choose(m: Analysis, state: State, value: Value, items: tuple[Value, ...], index: Known | Index) -> Value | None:
    """An item under an index that later iterations share with the one that runs: one of several constants, or any of those that are
    not like it. None if it is the very item, or like all that follow."""
    record = state.record(value)
    if not isinstance(index, Index) or index.loop in m.loops.unrolled:
        return None
    if isinstance(record, ListRecord) and (not record.exact or record.partial or record.sampled):
        return None
    chosen = choose_constant(items, index)
    if chosen is not None or stands_for_rest(state, items, index):
        return chosen
    return any_item(m, state, rest_of(items, index)) or _item_beyond(state, value, items, index)


def _is_moved(state: State, record: ListRecord, place: int) -> bool:
    """Do the items of an unknown container, as a whole, stand before that place (or after it, if it is counted from the end)?"""
    if record.exact or record.sampled:
        return False
    before = record.items[: place + 1] if place >= 0 else record.items[place:]
    tensors = [state.tensor(item) for item in before if isinstance(item, (Symbol, Ref))]
    return any(tensor is None or tensor.opaque for tensor in tensors)


def _item_beyond(state: State, value: Value, items: tuple[Value, ...], index: Value) -> Symbol:
    """An item of a sequence of data of which the first ones were seen: data as they are, read from a file and there if they are."""
    whole: Key = (LOADED, key_of(value)) if any(map(is_loaded, items)) else key_of(value)
    found = Symbol(("item", whole, index), all(DATA.covers(state, item) for item in items))
    if items and all(decide(state, "is", item, NONE) is False for item in items):
        assume_present(state, found)
    return found


def _tensor_item(m: Analysis, state: State, value: Value, record: TensorRecord, index: Value, span: Span) -> Value:
    if only_tensors_take(index):
        note_tensor(m, state, value)
    elif record.opaque:
        return derived(m, state, record, value, index)
    spec = find_operator("[] basic" if is_basic_index(state, index) else "[] advanced")
    assert spec is not None  # both are rows of the table
    return apply_operation(m, state, spec, bind_operation(m, state, spec, [value], {}), span)


def is_basic_index(state: State, index: Value) -> bool:
    """Is it an int, slice, None or Ellipsis, or a tuple of them? What is unknown is mostly an int."""
    index = resolve(state, index)
    if isinstance(index, Tuple):
        return all(is_basic_index(state, item) for item in index.items)
    if isinstance(index, (Known, Index, Slice)):
        return True
    return isinstance(index, Symbol) and index.key[0] in _NUMBERS


def set_item(m: Analysis, state: State, value: Value, index: Value, source: Value | None, span: Span) -> None:
    """value[index] = source; None deletes."""
    value, index = resolve(state, value), resolve(state, index)
    if (part := part_for_method(m, state, value, "__setitem__")) is not None:
        doubt_entries_as_attributes(m, state, value, spell(index))
        value = part
    leaf, record = leaf_of_gradient(value), state.record(value)
    if leaf is not None:
        write_gradient_item(m, state, leaf, index, source, span)
        return
    if isinstance(record, TensorRecord) and isinstance(value, Ref) and is_mapping(value, record, index):
        store_under(m, state, value, record, index, source)
    elif isinstance(record, TensorRecord):
        if source is not None:
            write_item(m, state, value, True, source, span)
        if isinstance(value, Symbol) and state.overlay.get(value.key):
            store_item(state, value, spell(index), source)
    elif isinstance(record, DictRecord) and isinstance(value, Ref):
        if isinstance(index, Symbol) and source is not None and may_be_setting(state, source):
            record = doubt_entries(m, state, record, source)
        state.put(value.address, set_dict_item(record, index, source))
    elif isinstance(record, ListRecord) and isinstance(value, Ref):
        whole = _copied_whole(m, state, record)
        record = _set_list_item(m, state, record, index, source)
        rest = () if whole is None or whole in record.items else (whole,)
        after = replace(record, items=(*record.items, *rest))
        state.put(value.address, after)
        write_rows(m, state, value, after)
    elif isinstance(record, LayerRecord) and isinstance(value, Ref) and source is not None:
        set_layer(state, value, record, index, source)
    elif isinstance(record, InstanceRecord) and source is not None:  # an opaque base may store it
        if may_be_setting(state, source):
            doubt_constants(m, state, value, spell(index), source)
        hand_out(m, state, (source,), Reason.TO_OBJECT)
    elif _is_registry(value):  # the module has other parameters now; the leaf of a layer stands for what is left
        state.unknown_reach |= source is not None or not isinstance(value, Method)
    elif (owner := owner_of(state, value)) is not None and isinstance(index, Known):
        set_attribute(m, state, owner, str(index.value), source, span)
    elif owner is not None and source is not None and may_be_setting(state, source):
        doubt_constants(m, state, owner, spell(index), source)
    elif isinstance(value, Symbol) and not takes_numbers(value):
        named = value.key[0] == GLOBALS or isinstance(spell(index), Symbol)
        if named and source is not None and may_be_setting(state, source):
            doubt_constants(m, state, value, spell(index), source)
        if (held_by := container_of(value.key)) is not None and isinstance(value.key[-1], Symbol):
            doubt_constants(m, state, held_by, source=source)
        store_weakly(m, state, value, spell(index), source)
        write_data(m, state, value, index, source, span)


def _copied_whole(m: Analysis, state: State, record: ListRecord) -> Value | None:
    """In place of its items a copy of what an unseen callee returned, or of an unknown container, has that as a whole: some of
    them stay, when one is set."""
    only = record.items[0] if len(record.items) == 1 and not record.exact else None
    tensor = None if only is None else state.tensor(only)
    if isinstance(only, Symbol) and tensor is None and not record.sampled:
        return only
    return any_graph_in(m, state, record.items) if tensor is not None and tensor.opaque else None


def _is_registry(value: Value) -> bool:
    """Is it a module's own table of its parameters, buffers or submodules?"""
    if isinstance(value, Method):
        return value.name in REGISTRIES
    return isinstance(value, Symbol) and value.key[0] == "attr" and value.key[-1] in REGISTRIES


def _set_list_item(m: Analysis, state: State, record: ListRecord, index: Value, source: Value | None) -> ListRecord:
    if (
        isinstance(index, (Known, Index))
        and isinstance(index.value, int)
        and -len(record.items) <= index.value < len(record.items)
    ):
        items = list(record.items)
        if source is None:
            del items[index.value]
        else:
            items[index.value] = source
        return replace(record, items=tuple(items))
    known = () if source is None else concrete_items(state, source)
    bounds = bounds_of(state, index) if isinstance(index, Slice) and record.exact else None
    if bounds is not None and bounds.step is None and known is not None:
        items = list(record.items)
        items[bounds] = known
        return replace(record, items=tuple(items))
    whole = index == Slice(NONE, NONE, NONE)
    if source is None and whole:
        return ListRecord()
    if source is None:
        left = mix_items(m, state, record.items, len(record.items)) or record.items
        return replace(record, items=left, exact=False, partial=True)
    if whole:
        given = state.record(source)
        seen = given.items if isinstance(given, ListRecord) else known
        return ListRecord(seen or (source,), exact=known is not None)
    return replace(record, items=(*_weaken_items(m, state, record.items, source), source), exact=False)


def _weaken_items(m: Analysis, state: State, items: tuple[Value, ...], source: Value) -> tuple[Value, ...]:
    """A weak update of each item: what is data may be the graph that is stored."""
    stored = any_graph_in(m, state, (source,))
    if stored is None:
        return doubt_items(m, state, items, source) if may_be_setting(state, source) else items
    return tuple(stored if DATA.covers(state, item) else item for item in items)
