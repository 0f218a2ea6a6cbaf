"""The methods of Python's containers, and of whatever else is no tensor, module or optimiser. Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.assume import compare
from retain_lint.domain.call_verdict import Reason
from retain_lint.domain.heap import DictRecord, ListRecord
from retain_lint.domain.plain_data import DATA
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Index, Known, Lazy, Method, Ref, Tuple, Value
from retain_lint.interpreter.autograd.gradient_flow import receiver_text
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.data_model.builtin_functions import call_builtin
from retain_lint.interpreter.data_model.dict_entries import (
    any_code,
    any_one_of,
    find_entry,
    set_dict_item,
)
from retain_lint.interpreter.data_model.items import get_item, set_item
from retain_lint.interpreter.data_model.list_growth import grow, insert, rotate
from retain_lint.interpreter.data_model.list_removal import remove, take_item, take_out
from retain_lint.interpreter.data_model.mixed_order import sort_items
from retain_lint.interpreter.data_model.rows import write_rows
from retain_lint.interpreter.data_model.set_operations import combine_sets
from retain_lint.interpreter.effects.escape import hand_out
from retain_lint.interpreter.heap.access_paths import entries_under
from retain_lint.interpreter.heap.lengths import forget_length
from retain_lint.interpreter.heap.loop_counters import note_growth
from retain_lint.interpreter.heap.module_names import is_module, name_member
from retain_lint.interpreter.heap.objects import allocate, record_of
from retain_lint.interpreter.heap.overwritten_settings import doubt_entries
from retain_lint.interpreter.heap.strings import call_text_method
from retain_lint.interpreter.heap.tensors import any_graph_in

#: special methods that are a builtin function's
_BUILTINS = frozenset({"__len__", "__iter__", "__reversed__"})
#: what hands a value to a generator, which was run through when it was made
_SENDING = frozenset({"send", "asend", "throw", "athrow"})


def call_container_method(m: Analysis, state: State, receiver: Value, name: str, request: CallRequest) -> list[Outcome]:
    """A method of a list, dict, string or anything else that is no tensor, module or optimiser."""
    if name == "__next__":
        return call_builtin(m, state, "next", request.prepend(receiver))
    if name in _SENDING:
        hand_out(m, state, request.values(), Reason.TO_GENERATOR)
        return [Outcome(state, any_graph_in(m, state, (receiver, *request.values())) or m.symbol("value", plain=True))]
    record = record_of(state, receiver)
    special = (
        _special_method(m, state, receiver, name, request) if isinstance(record, (ListRecord, DictRecord)) else None
    )
    if special is not None:
        return special
    if isinstance(record, ListRecord) and isinstance(receiver, Ref):
        result = _list_method(m, state, receiver, record, name, request)
        after = state.record(receiver)
        if after is not record and isinstance(after, ListRecord):
            write_rows(m, state, receiver, after)
        return [Outcome(state, result)]
    if isinstance(record, DictRecord) and isinstance(receiver, Ref):
        return [Outcome(state, _dict_method(m, state, receiver, record, name, request))]
    if isinstance(receiver, (Known, Tuple, Lazy, Index)):
        told = call_text_method(state, receiver, name, request)
        lost = receiver == NONE and name == "backward"  # there is no loss: Python raises
        return [Outcome(state, told or m.symbol("value", plain=True), raised=lost)]
    return [Outcome(state, m.interpreter.call_opaque(m, state, Method(receiver, name), request))]


def _special_method(
    m: Analysis, state: State, receiver: Value, name: str, request: CallRequest
) -> list[Outcome] | None:
    """What stands behind an operator or a builtin function, called by its name; None for other methods."""
    if name in _BUILTINS:
        return call_builtin(m, state, name.strip("_"), request.prepend(receiver))
    given = request.positional
    if name == "__getitem__" and len(given) == 1:
        return [Outcome(state, get_item(m, state, receiver, given[0], request.span))]
    if name in ("__setitem__", "__delitem__") and given:
        set_item(m, state, receiver, given[0], given[1] if len(given) > 1 else None, request.span)
        return [Outcome(state, NONE)]
    if name in ("__contains__", "has_key") and len(given) == 1:  # the latter in Python 2
        return [Outcome(state, compare(state, "in", given[0], receiver))]
    return None


def _list_method(
    m: Analysis, state: State, receiver: Ref, record: ListRecord, name: str, request: CallRequest
) -> Value:
    given = request.first() or NONE
    forget_length(state, receiver)
    if name in ("append", "add", "appendleft", "extend", "extendleft", "update"):
        grown = grow(m, state, record, given, name)
        state.put(receiver.address, replace(grown, grown=note_growth(m, state, request, record, grown)))
        if name == "append" and is_module(state, given):
            name_member(state, given, receiver_text(m, request.instruction), Known(len(record.items)))
    elif name == "insert" and len(request.positional) == 2:
        state.put(receiver.address, insert(m, state, record, *request.positional))
    elif name == "clear":
        state.put(receiver.address, ListRecord(longest=record.longest))
    elif name in ("pop", "popleft") and record.items:
        return take_out(m, state, receiver, record, name, request)
    elif name == "remove":
        return remove(m, state, receiver, record, given)
    elif name == "copy":
        return allocate(m, state, record)
    elif name == "reverse":
        state.put(receiver.address, replace(record, items=record.items[::-1]))
    elif name == "rotate":
        state.put(receiver.address, rotate(m, state, record, request.first() or Known(1)))
    elif name == "sort":
        state.put(receiver.address, sort_items(m, state, record, request))
    elif (combined := combine_sets(m, state, name, receiver, given)) is not None:
        return combined
    elif name not in ("index", "count"):
        return m.interpreter.call_opaque(m, state, Method(receiver, name), request)
    return NONE if name not in ("index", "count") else m.symbol("value", plain=True)


def _dict_method(
    m: Analysis, state: State, receiver: Ref, record: DictRecord, name: str, request: CallRequest
) -> Value:
    if name in ("items", "values", "keys"):
        return Lazy(name, (receiver,))
    if name in ("get", "pop", "setdefault") and request.positional:
        index = request.positional[0]
        known = find_entry(record, index) is not None
        default = request.positional[1] if len(request.positional) > 1 else NONE
        found = get_item(m, state, receiver, index, request.span) if known or not record.exact else None
        if not known and (held := entries_under(record, index)):
            found = any_one_of(m, state, [*held, default]) or any_code(m, state, [*held, default]) or found
            if found is None and name != "setdefault" and DATA.covers(state, default):
                found = get_item(m, state, receiver, index, request.span)  # one of those, or a default without history
        if name == "setdefault" and found is None:  # nothing that is there is replaced
            state.put(receiver.address, set_dict_item(record, index, default))
        if name == "pop" and known:
            set_item(m, state, receiver, index, None, request.span)
        return default if found is None else found
    if name == "popitem":
        return take_item(m, state, receiver, record, request)
    if name == "update":
        other = record_of(state, request.first() or NONE)
        seen = isinstance(other, DictRecord) and other.exact or not request.positional
        seen &= "**" not in request.keywords
        merged = dict((record if seen else doubt_entries(m, state, record)).items)
        merged.update(other.items if isinstance(other, DictRecord) else ())
        merged.update({Known(k): v for k, v in request.keywords.items() if k != "**"})
        state.put(receiver.address, DictRecord(tuple(merged.items()), record.exact and seen, record.factory))
    elif name == "move_to_end":
        state.put(receiver.address, _move_to_end(record, request))
    elif name == "clear":
        state.put(receiver.address, DictRecord(factory=record.factory))
    elif name == "copy":
        return allocate(m, state, record)
    return NONE


def _move_to_end(record: DictRecord, request: CallRequest) -> DictRecord:
    """An OrderedDict in which the item of a key comes last, or first (`last=False`); where that is not known, in any order."""
    key, last = (request.argument(("key", "last"), name) for name in ("key", "last"))
    moved = tuple(pair for pair in record.items if pair[0] == key)
    rest = tuple(pair for pair in record.items if pair[0] != key)
    if not moved or not (last is None or isinstance(last, Known)):
        return replace(record, exact=False)
    return replace(record, items=(*moved, *rest) if last == Known(False) else (*rest, *moved))
