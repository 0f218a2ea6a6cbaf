"""Whole modules: copies with parameters of their own, and writes of all parameters. Floor 3."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from retain_lint.domain.heap import (
    DictRecord,
    InstanceRecord,
    LayerRecord,
    ListRecord,
    Record,
    TensorRecord,
    lookup,
    replace_pair,
)
from retain_lint.domain.history import Event
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, Known, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.data_model.attributes import REPARAMETRISED
from retain_lint.interpreter.heap.known_records import tensor_at
from retain_lint.interpreter.heap.objects import allocate, has_unseen_base, leaves_of, looks_like_module, record_of
from retain_lint.interpreter.heap.tensors import new_leaf
from retain_lint.interpreter.library.forward_hooks import copy_hooks
from retain_lint.torch_api.spec import When

#: the attribute that names the registered buffers of a module; no program can write this name
_BUFFERS = "%buffers"


def write_parameters(m: Analysis, state: State, module: Value, event: Event) -> None:
    """load_state_dict and kin: every parameter is written in place (SEMANTICS.md C)."""
    for leaf in leaves_of(m, state, module)[0]:
        state.write(tensor_at(state, leaf).storage, event, True)
    write_buffers(state, module, event)


def write_buffers(state: State, module: Value, event: Event) -> None:
    """Every buffer is written in place."""
    for buffer in buffers_of(state, module)[0]:
        tensor = state.tensor(buffer)
        if tensor is not None:
            state.write(tensor.storage, event, True)


def buffers_of(state: State, module: Value, depth: int = 8) -> tuple[list[Value], bool]:
    """The buffers of a module and of its children, and whether these are all."""
    own, members, exact = own_buffers(state, module)
    if depth == 0:
        return own, not members and exact
    below = [buffers_of(state, member, depth - 1) for member in members]
    return [*own, *(buffer for found, _ in below for buffer in found)], exact and all(whole for _, whole in below)


def own_buffers(state: State, module: Value) -> tuple[list[Value], list[Value], bool]:
    """The buffers of a module itself, what else is in it, and whether these are all."""
    record = record_of(state, module)
    if isinstance(record, LayerRecord):
        pairs, exact = record.children, record.exact
        own = [
            child for _, child in pairs if isinstance(held := state.record(child), TensorRecord) and not held.parameter
        ]
    elif isinstance(record, InstanceRecord):
        pairs, exact = record.attributes, not has_unseen_base(state, record.cls)
        names = lookup(pairs, _BUFFERS)
        registered = {item.value for item in names.items if isinstance(item, Known)} if isinstance(names, Tuple) else ()
        own = [value for name, value in pairs if name in registered and state.tensor(value) is not None]
    else:
        return [], [], not isinstance(module, Symbol) or module.plain
    return own, [value for _, value in pairs if state.tensor(value) is None], exact


def add_buffer_name(pairs: tuple[tuple[str, Value], ...], name: str) -> tuple[tuple[str, Value], ...]:
    """Notes that an attribute of a module is a registered buffer."""
    known = lookup(pairs, _BUFFERS)
    items = known.items if isinstance(known, Tuple) else ()
    return pairs if Known(name) in items else replace_pair(pairs, _BUFFERS, Tuple((*items, Known(name))))


def copy_deeply(m: Analysis, state: State, value: Value, done: dict[Address, Value]) -> Value:
    """copy.deepcopy: the same structure over new leaves."""
    if isinstance(value, Tuple):
        return Tuple(tuple(copy_deeply(m, state, item, done) for item in value.items))
    if isinstance(value, Symbol):
        if value.plain:
            return value
        made = m.symbol("copy")
        if looks_like_module(m, value):
            m.facts.module_keys.add(made.key)
        return made
    if not isinstance(value, Ref):
        return value
    if value.address not in done:
        _copy_record(m, state, value, done)
        copy_hooks(state, value, done[value.address])
    return done[value.address]


def _copy_record(m: Analysis, state: State, value: Ref, done: dict[Address, Value]) -> None:
    """Adds the copy before its parts are copied, since one of them may hold what it is a part of."""
    record = state.get(value.address)
    if isinstance(record, TensorRecord):
        done[value.address] = _copy_tensor(m, state, value, record)
    elif isinstance(record, (LayerRecord, InstanceRecord, ListRecord, DictRecord)):
        done[value.address] = made = allocate(m, state, record)
        state.put(made.address, _copy_parts(record, lambda part: copy_deeply(m, state, part, done)))
    else:
        done[value.address] = value


def _copy_tensor(m: Analysis, state: State, value: Ref, record: TensorRecord) -> Value:
    """torch refuses to copy what has a history."""
    if record.leaf:
        return Ref(new_leaf(m, state, record.name, record.requires_grad, record.parameter))
    return allocate(m, state, replace(record, storage=m.fresh(), base=None)) if record.node is None else value


def _copy_parts(
    record: LayerRecord | InstanceRecord | ListRecord | DictRecord, copy: Callable[[Value], Value]
) -> Record:
    if isinstance(record, LayerRecord):
        weights = copy(Ref(record.weights)) if record.weights is not None else None
        address = weights.address if isinstance(weights, Ref) else None
        return replace(record, weights=address, children=tuple((name, copy(child)) for name, child in record.children))
    if isinstance(record, InstanceRecord):
        return replace(record, attributes=tuple((name, copy(item)) for name, item in record.attributes))
    if isinstance(record, ListRecord):
        return replace(record, items=tuple(map(copy, record.items)))
    return replace(record, items=tuple((key, copy(item)) for key, item in record.items))


def reparametrise(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    """The module, whose weight is computed of other parameters from now on, and always saved."""
    record = state.record(subject)
    if isinstance(record, LayerRecord) and isinstance(subject, Ref) and record.weights is not None:
        spec = replace(record.spec, saves_weight=When.ALWAYS, holds=When.ALWAYS)
        children = replace_pair(record.children, REPARAMETRISED[0], Ref(record.weights))
        state.put(subject.address, replace(record, spec=spec, children=children))
    return subject
