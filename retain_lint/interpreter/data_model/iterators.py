"""Iterators, and what is made of what they give out: `next`, `list`, `tuple`, `sorted`, `map`, `dict`. Floor 3.

An iterator has no position here: what `next` takes is any of its elements, unless they are alike. Of an iterable whose elements
are not all known those are taken that a loop over it would meet first.
"""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import DictRecord, InstanceRecord, LayerRecord, ListRecord
from retain_lint.domain.plain_data import DATA
from retain_lint.domain.state import State
from retain_lint.domain.value import (
    NONE,
    BoundMethod,
    FunctionValue,
    Known,
    Lazy,
    Partial,
    Ref,
    Symbol,
    Tuple,
    Value,
    key_of,
)
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.data_model.dict_entries import any_one_of, call_once, spread_entry
from retain_lint.interpreter.data_model.mixed_order import sort_items
from retain_lint.interpreter.data_model.set_operations import drop_doubles
from retain_lint.interpreter.heap.iterables import (
    MAX_UNROLL,
    MIN_ITERATIONS,
    concrete_items,
    first_elements,
)
from retain_lint.interpreter.heap.lengths import copy_length
from retain_lint.interpreter.heap.mapped_items import map_items
from retain_lint.interpreter.heap.objects import allocate, record_of
from retain_lint.interpreter.heap.overwritten_settings import doubt_entries
from retain_lint.interpreter.heap.part_counts import count_parts
from retain_lint.interpreter.heap.tensors import graph_operands
from retain_lint.ir.model import GetAttr, SetItem
from retain_lint.ir.walk import instructions_of
from retain_lint.torch_api.vocabulary import FILLERS

#: what may be changed after it was taken
_CHANGING = (DictRecord, InstanceRecord, ListRecord)


def take_next(m: Analysis, state: State, request: CallRequest) -> Value:
    """next(iterator): data is other data each time."""
    source = request.positional[0]
    items = elements_seen(m, state, source)
    if graph_operands(m, state, request.positional[1:]):  # there may be no more
        items = (*items, *request.positional[1:])
    taken = _any_item(m, state, items) if items else source if state.tensor(source) else NONE
    tensor = state.tensor(taken)
    without = DATA.covers(state, taken) or tensor is not None and tensor.node is None
    if without and isinstance(state.record(source), ListRecord) and isinstance(state.record(taken), _CHANGING):
        return Symbol(("item", key_of(source), m.symbol("place", plain=True)))
    return m.symbol("element", plain=True) if without else taken


def _any_item(m: Analysis, state: State, items: tuple[Value, ...]) -> Value:
    """Any of the items; the first where no graph hangs on them."""
    return items[0] if len(set(items)) == 1 else any_one_of(m, state, items) or items[0]


def make_iterator(m: Analysis, state: State, request: CallRequest) -> Value:
    """iter(iterable), or iter(function, last): what the function gives, again and again."""
    given = request.first() or NONE
    if len(request.positional) < 2:
        return given
    made = call_once(m, state, given, (), request.span)
    return m.symbol("value", plain=True) if made is None else allocate(m, state, ListRecord((made,), exact=False))


def elements_seen(m: Analysis, state: State, value: Value) -> tuple[Value, ...]:
    """The elements of an iterable: all, or the first where graphs are among them; none where nothing is known."""
    items, record = concrete_items(state, value), state.record(value)
    if items is not None:
        return items
    if isinstance(record, ListRecord):
        return record.items
    tensor = state.tensor(value)
    if not isinstance(value, Lazy) and (tensor is None or tensor.node is None):
        return ()
    rows = _first_rows(m, state, value)
    parts = graph_operands(m, state, rows)
    return rows if any(part.node is not None and m.graph[part.node].op != "leaf" for part in parts) else ()


def _first_rows(m: Analysis, state: State, value: Value) -> tuple[Value, ...]:
    """The first elements of an iterable of which all, or none, are known; none where their numbers are not."""
    most = min(_counts_known(state, value), default=MIN_ITERATIONS)
    elements = first_elements(m, state, value, m.fresh(), min(most, MAX_UNROLL))
    return () if elements is None else tuple(elements.item(state, place) for place in range(elements.count or 0))


def _counts_known(state: State, value: Value) -> list[int]:
    """The lengths of those sources of an iterator that are known: the shortest ends it."""
    found: list[int] = []
    parts = None if isinstance(value, Lazy) else count_parts(state, value)
    found += [] if parts is None else [parts]
    for source in value.sources if isinstance(value, Lazy) else ():
        items, record = concrete_items(state, source), state.record(source)
        known = record.items if items is None and isinstance(record, ListRecord) else items
        found += [] if known is None else [len(known)]
    return found


def make_list(m: Analysis, state: State, request: CallRequest) -> Value:
    """list(iterable)"""
    source = request.first()
    if source is None:
        return allocate(m, state, ListRecord())
    items = concrete_items(state, source)
    record = record_of(state, source)
    if items is not None:
        return allocate(m, state, ListRecord(items, True, isinstance(record, ListRecord) and record.partial))
    if isinstance(record, ListRecord):
        return allocate(m, state, replace(record, frozen=False))
    whole = source.sources[0] if isinstance(source, Lazy) and source.kind == "reversed" else source
    if isinstance(whole, Symbol) and not _is_changed(m, request):
        return whole  # its elements are unknown in any order
    return _list_of_some(m, state, source)


def _is_changed(m: Analysis, request: CallRequest) -> bool:
    """Does the running function change the list that it makes? Then it is another one than it was made of."""
    target = request.instruction.target
    return any(
        isinstance(i, (SetItem, GetAttr)) and i.object == target and (isinstance(i, SetItem) or i.name in FILLERS)
        for i in instructions_of(m.context.function.body)
    )


def make_set(m: Analysis, state: State, request: CallRequest) -> Value:
    """set(iterable)"""
    made = make_list(m, state, request)
    record = state.record(made)
    if isinstance(record, ListRecord) and isinstance(made, Ref):
        state.put(made.address, drop_doubles(record))
    return made


def _list_of_some(m: Analysis, state: State, source: Value) -> Value:
    """A list of which only the first elements are seen, or not even these: then what they are elements of stands for them."""
    rows = elements_seen(m, state, source) if isinstance(source, Lazy) else ()
    made = allocate(m, state, ListRecord(rows or (source,), exact=False, sampled=bool(rows)))
    copy_length(state, source, made)
    return made


def make_sorted(m: Analysis, state: State, request: CallRequest) -> Value:
    """sorted(iterable): any order. Opaque data stays what it is, whose elements are named by their places."""
    source = request.first() or NONE
    tensor = state.tensor(source)
    if tensor is not None and tensor.opaque and tensor.node is None:
        return source
    made = make_list(m, state, request)
    record = state.record(made)
    if isinstance(record, ListRecord) and isinstance(made, Ref):
        state.put(made.address, sort_items(m, state, record, request))
    return made


def make_tuple(m: Analysis, state: State, request: CallRequest) -> Value:
    """tuple(iterable)"""
    source = request.first()
    items = concrete_items(state, source) if source is not None else ()
    record = record_of(state, source) if source is not None else None
    if isinstance(record, ListRecord) and (record.goes_on or record.partial):
        return allocate(m, state, replace(record, frozen=True))
    if items is not None:
        return Tuple(items)
    return _list_of_some(m, state, source) if isinstance(source, Lazy) else source or NONE


def make_dict(m: Analysis, state: State, request: CallRequest) -> Value:
    """dict(mapping or pairs, **entries)"""
    items = {Known(name): value for name, value in request.keywords.items() if name != "**"}
    source = request.positional[0] if request.positional else None
    record = record_of(state, source) if source is not None else None
    exact = source is None and "**" not in request.keywords
    if isinstance(record, DictRecord):
        unseen = "**" in request.keywords
        record = doubt_entries(m, state, record) if unseen else record
        merged = dict(record.items) | items
        return allocate(m, state, DictRecord(tuple(merged.items()), record.exact and not unseen))
    pairs = None if source is None else _pairs_of(m, state, source)
    if pairs is not None:
        return allocate(m, state, DictRecord((*dict(pairs).items(), *items.items()), _ends(state, source or NONE)))
    spread = {} if source is None else spread_entry(m, state, source)
    return allocate(m, state, DictRecord((*spread.items(), *items.items()), exact))


def _ends(state: State, source: Value) -> bool:
    """Is it known where an iterable ends?"""
    known = not isinstance(source, Lazy) or concrete_items(state, source) is not None
    return known or bool(_counts_known(state, source))


def _pairs_of(m: Analysis, state: State, source: Value) -> list[tuple[Value, Value]] | None:
    """What a dictionary is made of; of what a loop was not followed to the end, those that were seen."""
    record, items = record_of(state, source), concrete_items(state, source)
    made_anew = not isinstance(record, ListRecord) or record.sampled or record.yielded
    rows = items if items is not None else elements_seen(m, state, source) if made_anew else ()
    pairs = [(row.items[0], row.items[1]) for row in rows if isinstance(row, Tuple) and len(row.items) == 2]
    return pairs if len(pairs) == len(rows) and (rows or items is not None) else None


def _is_of_project(state: State, function: Value) -> bool:
    """A function, a method, or an object that is called."""
    is_code = isinstance(function, (FunctionValue, BoundMethod, Partial))
    return is_code or isinstance(record_of(state, function), (InstanceRecord, LayerRecord))


def map_function(m: Analysis, state: State, request: CallRequest) -> list[Outcome]:
    """map(function, iterable, ...): what it makes of the elements that are seen, or of the first ones, if the project's code
    makes it."""
    function, *sources = request.positional
    source = sources[0] if len(sources) == 1 else Lazy("zip", tuple(sources))
    items = concrete_items(state, source)
    seen = elements_seen(m, state, source)
    if items is None and not seen and _is_of_project(state, function):
        seen = _first_rows(m, state, source)
    if items is None and not seen:
        return [Outcome(state, m.symbol("value", plain=True))]

    def apply(path: State, item: Value) -> list[Outcome]:
        given = item.items if len(sources) > 1 and isinstance(item, Tuple) else (item,)
        return m.interpreter.call_value(m, path, function, given, {}, request.span)

    with m.making_items(request.instruction):
        mapped = map_items(m, state, seen, apply)
    if items is not None:
        return [Outcome(path, Tuple(done)) for path, done in mapped]
    return [Outcome(path, allocate(m, path, ListRecord(done, sampled=True))) for path, done in mapped]
