"""Opaque containers: what they are given to keep, and may give out. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from retain_lint.domain.heap import DictRecord, InstanceRecord, ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Known, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.calls.callee_kinds import is_constructor, name_of, only_reads
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.objects import looks_like_module
from retain_lint.interpreter.heap.overwritten_settings import doubt_given
from retain_lint.interpreter.heap.stored_items import MEAN, kept_items
from retain_lint.interpreter.heap.tensors import any_graph_in, graph_operands
from retain_lint.interpreter.heap.weak_stores import add_weakly, store_weakly
from retain_lint.torch_api.vocabulary import MEANS


def keep(m: Analysis, state: State, receiver: Symbol, request: CallRequest) -> None:
    """An opaque container holds the tensors that it is given."""
    given = tuple(value for value in request.values() if graph_operands(m, state, [value]))
    if given:
        add_weakly(m, state, receiver, given)


def _takes_mean(receiver: Symbol, request: CallRequest) -> bool:
    """Is a running mean given the next value and its weight (`losses.update(loss, len(x))`)?"""
    given = len(request.positional) == 2 and not isinstance(request.positional[0], Known)
    return given and MEANS.fullmatch(str(receiver.key[-1])) is not None


def fill(m: Analysis, state: State, receiver: Symbol, request: CallRequest) -> None:
    """`batch.update({"fake": fake}, size=4)`: the entries lie under their keys; others that it is given somewhere."""
    given = state.record(request.first() or NONE)
    named = [(Known(name), item) for name, item in request.keywords.items()]
    for key, item in (*(given.items if isinstance(given, DictRecord) else ()), *named):
        store_weakly(m, state, receiver, key, item)
    if not isinstance(given, DictRecord):
        keep(m, state, receiver, replace(request, keywords={}))
    if _takes_mean(receiver, request):
        state.attach(receiver.key, MEAN, NONE)


def fill_empty(m: Analysis, state: State, callee: Value, request: CallRequest, result: Value) -> None:
    """An empty list or dictionary, or an object that has some, is handed to opaque code to be filled, mostly: with what hangs on
    the graphs that stand beside it or come back, with parts of the object that comes back, or with data."""
    if looks_like_module(m, callee) or only_reads(name_of(callee)) and not is_constructor(callee):
        return
    doubt_given(m, state, name_of(callee), request.values())
    empty = [value for value in _held_in(state, request.values()) if _is_empty(state, value)]
    if not empty:
        return
    held: Value | None = any_graph_in(m, state, (*request.values(), result))
    if held is None and isinstance(result, Symbol) and not result.plain:
        held = Symbol(("attr", result.key, "filled"))
    for value in empty:
        item = held or m.symbol("filled", plain=True)
        if isinstance(state.record(value), ListRecord):
            state.put(value.address, ListRecord((item,), exact=False, partial=True))
        else:
            state.put(value.address, DictRecord(((m.symbol("key", plain=True), item),), exact=False))


def _held_in(state: State, given: tuple[Value, ...]) -> list[Ref]:
    """The objects that are given, and those that they hold."""
    values = (*given, *(part for value in given for part in _parts_of(state, value)))
    return list(dict.fromkeys(value for value in values if isinstance(value, Ref)))


def _parts_of(state: State, value: Value) -> Iterable[Value]:
    record = state.record(value)
    if isinstance(value, Tuple):
        return value.items
    if isinstance(record, ListRecord):
        return record.items
    if isinstance(record, DictRecord):
        return (item for _, item in record.items)
    return (item for _, item in record.attributes) if isinstance(record, InstanceRecord) else ()


def _is_empty(state: State, value: Ref) -> bool:
    record = state.record(value)
    return isinstance(record, (ListRecord, DictRecord)) and record.exact and not record.items


def given_out(m: Analysis, state: State, receiver: Value) -> Value | None:
    """What an opaque container returns may be any of the tensors that it holds."""
    held = kept_items(state, receiver) if isinstance(receiver, Symbol) else ()
    return any_graph_in(m, state, held) if held else None
