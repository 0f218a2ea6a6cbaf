"""torch's containers of layers, changed: what is put in, and what is taken out. Floor 3."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from retain_lint.domain.assume import resolve
from retain_lint.domain.heap import DictRecord, LayerRecord, Pairs, lookup, replace_pair
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Known, Lazy, Ref, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.objects import may_own_leaves, record_of
from retain_lint.interpreter.heap.record_classes import owner_of

#: a change of a container: the container afterwards, and what the method returns (None: something unknown)
_Change = Callable[[State, Ref, LayerRecord, CallRequest], tuple[LayerRecord, Value | None]]


def set_layer(state: State, container: Ref, record: LayerRecord, index: Value, layer: Value) -> None:
    """`layers[index] = layer`, at its place. At an unknown index it stands beside the others."""
    children = replace_pair(record.children, _name_at(record, index), layer)
    state.put(container.address, replace(record, children=children))


def _name_at(record: LayerRecord, index: Value) -> str:
    if not isinstance(index, Known):
        return "?"
    count = len(record.children)
    if isinstance(index.value, int) and record.exact and -count <= index.value < count:
        return record.children[index.value][0]
    return str(index.value)


def container_behind(state: State, value: Value) -> Ref | None:
    """The container of layers of which this is the registry, `layers._modules`."""
    owner = owner_of(state, value, "_modules")
    record = record_of(state, owner) if owner is not None else None
    return owner if isinstance(record, LayerRecord) and record.spec.container else None


def call_container_method(
    m: Analysis, state: State, container: Ref, record: LayerRecord, name: str, request: CallRequest
) -> Value | None:
    """What a method of a container returns, None if that is unknown. One that is not torch's own (`nn.Module.add = add_layer`)
    may put in the layers that it is given."""
    if name in ("items", "values", "keys"):
        return Lazy(name, (container,))
    change = _CHANGES.get(name)
    if change is not None:
        after, result = change(state, container, record, request)
    else:
        layers = [value for value in request.values() if may_own_leaves(m, state, value)]
        after, result = _add_perhaps(record, layers) if layers else record, None
    state.put(container.address, after)
    return result


def _append(state: State, container: Ref, record: LayerRecord, request: CallRequest) -> tuple[LayerRecord, Value]:
    return _join(record, (request.first() or NONE,)), container


def _extend(state: State, container: Ref, record: LayerRecord, request: CallRequest) -> tuple[LayerRecord, Value]:
    items = concrete_items(state, request.first() or NONE)
    joined = _join(record, items or ())
    return replace(joined, exact=record.exact and items is not None), container


def _insert(state: State, container: Ref, record: LayerRecord, request: CallRequest) -> tuple[LayerRecord, Value]:
    index = resolve(state, request.first() or NONE)
    layer = request.argument(("index", "module"), "module") or NONE
    if not isinstance(index, Known) or not isinstance(index.value, int) or not record.exact:
        return _add_perhaps(record, (layer,)), container
    layers = [child for _, child in record.children]
    layers.insert(index.value, layer)
    return replace(record, children=_number(layers)), container


def _pop(state: State, container: Ref, record: LayerRecord, request: CallRequest) -> tuple[LayerRecord, Value | None]:
    index = resolve(state, request.first() or Known(-1))
    name = _name_at(record, index)
    taken = lookup(record.children, name)
    if taken is None or not record.exact:
        return replace(record, exact=False), None
    children = replace_pair(record.children, name, None)
    numbered = isinstance(index, Known) and isinstance(index.value, int)
    return replace(record, children=_number([child for _, child in children]) if numbered else children), taken


def _clear(state: State, container: Ref, record: LayerRecord, request: CallRequest) -> tuple[LayerRecord, Value]:
    return replace(record, children=(), exact=True), NONE


def _update(state: State, container: Ref, record: LayerRecord, request: CallRequest) -> tuple[LayerRecord, Value]:
    given = record_of(state, request.first() or NONE)
    if not isinstance(given, DictRecord):
        return replace(record, exact=False), NONE
    children = record.children
    for key, layer in given.items:
        children = replace_pair(children, str(key.value) if isinstance(key, Known) else "?", layer)
    return replace(record, children=children, exact=record.exact and given.exact), NONE


_CHANGES: dict[str, _Change] = {
    "append": _append,
    "extend": _extend,
    "insert": _insert,
    "pop": _pop,
    "clear": _clear,
    "update": _update,
}


def _join(record: LayerRecord, layers: Sequence[Value]) -> LayerRecord:
    start = len(record.children)
    added = tuple((str(start + number), layer) for number, layer in enumerate(layers))
    return replace(record, children=(*record.children, *added))


def _add_perhaps(record: LayerRecord, layers: Sequence[Value]) -> LayerRecord:
    """Somewhere, in some order, if at all."""
    return replace(_join(record, layers), exact=False)


def _number(layers: Sequence[Value]) -> Pairs:
    return tuple((str(number), layer) for number, layer in enumerate(layers))
