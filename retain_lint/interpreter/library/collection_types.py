"""Functions of libraries that make containers, pick from them, walk through them, or are made to be mapped. Floor 3."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from retain_lint.domain.heap import DictRecord, ListRecord
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, External, Known, Lazy, Partial, Ref, Tuple, Value
from retain_lint.interpreter.autograd.operations import cut
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.data_model.attributes import get_attribute
from retain_lint.interpreter.data_model.builtin_functions import call_builtin
from retain_lint.interpreter.data_model.dict_entries import any_code, any_object, any_one_of
from retain_lint.interpreter.data_model.drawn_items import draw_item
from retain_lint.interpreter.data_model.items import get_item
from retain_lint.interpreter.data_model.list_growth import grow
from retain_lint.interpreter.data_model.mixed_order import MAX_ROWS, are_rows, mix_items
from retain_lint.interpreter.effects.escaping_functions import CALLER
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.mapped_items import map_items
from retain_lint.interpreter.heap.objects import allocate, set_requires_grad
from retain_lint.interpreter.heap.tensors import any_graph_in


def _ordered_dict(m: Analysis, state: State, request: CallRequest) -> Value:
    return call_builtin(m, state, "dict", request)[0].value


def _default_dict(m: Analysis, state: State, request: CallRequest) -> Value:
    made = _ordered_dict(m, state, request.drop(1))
    record = state.record(made)
    factory = request.positional[:1]
    if isinstance(made, Ref) and isinstance(record, DictRecord) and factory != (NONE,):
        state.put(made.address, replace(record, factory=factory))
    return made


def _dict_from_keys(m: Analysis, state: State, request: CallRequest) -> Value:
    """One value under each of the keys."""
    keys = concrete_items(state, request.first() or NONE)
    given = request.positional[1] if len(request.positional) > 1 else NONE
    unknown = (m.symbol("key", plain=True),)
    return allocate(m, state, DictRecord(tuple((key, given) for key in keys or unknown), keys is not None))


def _deque(m: Analysis, state: State, request: CallRequest) -> Value:
    given, longest = (request.argument(("iterable", "maxlen"), name) or NONE for name in ("iterable", "maxlen"))
    record = ListRecord(longest=longest)
    return allocate(m, state, record if given == NONE else grow(m, state, record, given, "extend"))


def _draw(m: Analysis, state: State, request: CallRequest) -> Value | None:
    """One of the items of a list or tuple, not known which."""
    given = request.first() or NONE
    drawn = draw_item(m, state, given, request.span) or _choose(m, state, given)
    if drawn is None and (isinstance(state.record(given), ListRecord) or isinstance(given, Tuple)):
        return get_item(m, state, given, m.symbol("place", plain=True), request.span)
    return drawn


def _choose(m: Analysis, state: State, given: Value) -> Value | None:
    """An item on which the graph of each may hang; None where no graph hangs on any, and none is an object or a function."""
    record = state.record(given)
    items = record.items if isinstance(record, ListRecord) else concrete_items(state, given)
    if not items:
        return None
    chosen = any_object(m, state, items) or any_code(m, state, items)
    return chosen or any_one_of(m, state, items) or any_graph_in(m, state, items)


def _list_some(m: Analysis, state: State, chosen: Value | None) -> Value | None:
    """A list of items like this one, not known how many."""
    return None if chosen is None else allocate(m, state, ListRecord((chosen,), exact=False, partial=True))


def _take(m: Analysis, state: State, request: CallRequest) -> Value | None:
    """Some of the containers or objects of a list, whatever it is asked for."""
    drawn = (draw_item(m, state, value, request.span) for value in request.positional)
    return _list_some(m, state, next((value for value in drawn if value is not None), None))


def _sample(m: Analysis, state: State, request: CallRequest) -> Value | None:
    """Some of the items; a few tuples, of which it is known how many, may each be another one."""
    if (taken := _take(m, state, request)) is not None:
        return taken
    count = request.argument(("population", "k"), "k")
    given = request.first() or NONE
    record = state.record(given)
    if (
        isinstance(record, ListRecord)
        and isinstance(count, Known)
        and type(count.value) is int
        and count.value <= MAX_ROWS
    ):
        drawn = mix_items(m, state, record.items, count.value) if are_rows(record.items) else None
        if drawn is not None:
            return allocate(m, state, ListRecord(drawn, exact=record.exact))
    return _list_some(m, state, _choose(m, state, given))


def _choose_by_size(m: Analysis, state: State, request: CallRequest) -> Value | None:
    """One of them without a size, an array of them with one."""
    size = request.argument(("a", "size"), "size") or NONE
    return draw_item(m, state, request.first() or NONE, request.span) if size == NONE else _take(m, state, request)


def _detach_variable(m: Analysis, state: State, request: CallRequest) -> Value:
    """Each is cut off, and requires grad as it did."""
    given = request.first() or NONE
    made = tuple(cut(m, state, item) for item in concrete_items(state, given) or (given,))
    for item in made:
        set_requires_grad(m, state, item, Ternary.MAYBE)
    return Tuple(made)


def _method_caller(m: Analysis, state: State, request: CallRequest) -> Value:
    return Partial(External(CALLER), request.positional, tuple(request.keywords.items()))


def _call_by_name(m: Analysis, state: State, request: CallRequest) -> list[Outcome]:
    """`methodcaller(name, ...)(receiver)`"""
    name, *given, receiver = request.positional
    if not isinstance(name, Known):
        return [Outcome(state, m.interpreter.call_opaque(m, state, External(CALLER), request))]
    return [
        called
        for found in get_attribute(m, state, receiver, str(name.value), request.span)
        for called in m.interpreter.call_value(
            m, found.state, found.value, tuple(given), request.keywords, request.span
        )
    ]


def _reduce(m: Analysis, state: State, request: CallRequest) -> list[Outcome] | None:
    """functools.reduce(function, items, start), where all items are known."""
    function, given, *start = request.positional
    items = (*start, *(concrete_items(state, given) or ()))
    if concrete_items(state, given) is None or not items:
        return None
    paths = [Outcome(state, items[0])]
    for item in items[1:]:
        paths = [
            called
            for path in paths
            for called in m.interpreter.call_value(m, path.state, function, (path.value, item), {}, request.span)
            if not called.raised
        ]
    return paths


def _map_tree(m: Analysis, state: State, function: Value, tree: Value, request: CallRequest) -> list[Outcome]:
    """The function of each leaf, in containers as they were."""
    record = state.record(tree)
    keys = [key for key, _ in record.items] if isinstance(record, DictRecord) else []
    if isinstance(tree, Tuple):
        parts = tree.items
    elif isinstance(record, (ListRecord, DictRecord)):
        parts = record.items if isinstance(record, ListRecord) else tuple(item for _, item in record.items)
    else:
        return m.interpreter.call_value(m, state, function, (tree,), {}, request.span)

    def apply(path: State, part: Value) -> list[Outcome]:
        return _map_tree(m, path, function, part, request)

    return [Outcome(path, _rebuild(m, path, tree, keys, done)) for path, done in map_items(m, state, parts, apply)]


def _rebuild(m: Analysis, state: State, tree: Value, keys: list[Value], items: tuple[Value, ...]) -> Value:
    record = state.record(tree)
    if isinstance(record, DictRecord):
        return allocate(m, state, replace(record, items=tuple(zip(keys, items, strict=True))))
    return allocate(m, state, replace(record, items=items)) if isinstance(record, ListRecord) else Tuple(items)


def _count_up(m: Analysis, state: State, request: CallRequest) -> Value:
    """A range without an end."""
    start, step = (request.argument(("start", "step"), name) for name in ("start", "step"))
    return Lazy("range", (start or Known(0), m.symbol("value", plain=True), step or Known(1)))


_REDUCE = "functools.reduce"
_TREE_MAPS = frozenset({"torch.utils._pytree.tree_map", "torch.utils._cxx_pytree.tree_map"})
_CONTAINERS: dict[str, Callable[[Analysis, State, CallRequest], Value | None]] = {
    "collections.OrderedDict": _ordered_dict,
    "typing.OrderedDict": _ordered_dict,
    "collections.defaultdict": _default_dict,
    "collections.deque": _deque,
    "builtins.dict.fromkeys": _dict_from_keys,
    "collections.OrderedDict.fromkeys": _dict_from_keys,
    "heapq.nlargest": _take,
    "heapq.nsmallest": _take,
    "itertools.count": _count_up,
    "itertools.islice": _take,
    "numpy.random.choice": _choose_by_size,
    "operator.methodcaller": _method_caller,
    "random.choice": _draw,
    "random.choices": _sample,
    "random.sample": _sample,
    "torch.utils.checkpoint.detach_variable": _detach_variable,
}


class CollectionFunctions(LibraryModel):
    """See the module's text."""

    functions = frozenset({*_TREE_MAPS, CALLER, _REDUCE, *_CONTAINERS})

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        if name in _TREE_MAPS:
            return _map_tree(m, state, *request.positional, request) if len(request.positional) == 2 else None
        if name == CALLER and len(request.positional) > 1:
            return _call_by_name(m, state, request)
        if name == _REDUCE:
            return _reduce(m, state, request) if len(request.positional) > 1 else None
        handler = _CONTAINERS.get(name)
        made = handler(m, state, request) if handler is not None else None
        return None if made is None else [Outcome(state, made)]
