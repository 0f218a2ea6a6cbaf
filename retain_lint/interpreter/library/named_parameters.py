"""The parameters of a module, with their names: those of a layer are one leaf, whose name is not known, unless the function asks
which require grad. Floor 3."""

from __future__ import annotations

from collections.abc import Iterator

from retain_lint.domain.doubtful_paths import PARAMETER_NAME
from retain_lint.domain.heap import InstanceRecord, LayerRecord, ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, Known, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.autograd.gradient_flow import receiver_text
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.effects.frozen_models import note_frozen_in_loop
from retain_lint.interpreter.heap.known_records import tensor_at
from retain_lint.interpreter.heap.objects import allocate, leaves_of, split_bias
from retain_lint.interpreter.library.submodules import is_seen, join_names, modules_below
from retain_lint.torch_api.vocabulary import FLAG_WORDS

#: of more parameters than these a loop would not meet all
_MOST = 40


def parameter_name(m: Analysis, leaf: Address) -> Symbol:
    """The name of a parameter, by which it is found again; a layer's stand under one."""
    return m.symbol(PARAMETER_NAME, Ref(leaf), plain=True)


def named_parameters(m: Analysis, state: State, receiver: Value, request: CallRequest) -> Value:
    """module.named_parameters()"""
    note_frozen_in_loop(m, state, receiver, request)
    parts = _told_apart(m, state, receiver)
    if parts:
        return allocate(m, state, ListRecord(tuple(_named_apart(m, state, parts))))
    leaves, exact = leaves_of(m, state, receiver)
    pairs = tuple(Tuple((parameter_name(m, leaf), Ref(leaf))) for leaf in leaves)
    return allocate(m, state, ListRecord(pairs, exact))


def own_names(m: Analysis, state: State, module: Value) -> dict[str, Ref]:
    """The parameters of a module by their names, as far as these are known."""
    found: dict[str, Ref] = {}
    for path, part in _told_apart(m, state, module):
        found |= {join_names(path, name): leaf for name, leaf in _own_parameters(m, state, part) if name}
    return found


def parameters(m: Analysis, state: State, receiver: Value, request: CallRequest) -> Value:
    """module.parameters()"""
    note_frozen_in_loop(m, state, receiver, request)
    parts = _told_apart(m, state, receiver)
    if parts:
        own = (leaf for _, part in parts for _, leaf in _own_parameters(m, state, part))
        return allocate(m, state, ListRecord(tuple(dict.fromkeys(own))))
    leaves, exact = leaves_of(m, state, receiver)
    for leaf in leaves if isinstance(receiver, Symbol) else ():
        record = tensor_at(state, leaf)
        if not record.name:
            state.update_tensor(leaf, record, name=receiver_text(m, request.instruction))
    return allocate(m, state, ListRecord(tuple(Ref(leaf) for leaf in leaves), exact))


def _told_apart(m: Analysis, state: State, receiver: Value) -> list[tuple[str, Value]]:
    """The modules whose parameters are to be told apart; none, where nothing asks for it or not all of them are seen."""
    if m.context.function.mentions.isdisjoint(FLAG_WORDS):
        return []
    parts = modules_below(m, state, receiver)
    return parts if len(parts) <= _MOST and all(is_seen(state, part) for _, part in parts) else []


def _named_apart(m: Analysis, state: State, parts: list[tuple[str, Value]]) -> Iterator[Value]:
    for path, part in parts:
        for name, leaf in _own_parameters(m, state, part):
            if name is None or "%" in path:
                yield Tuple((parameter_name(m, leaf.address), leaf))
            else:
                yield Tuple((Known(join_names(path, name)), leaf))


def _own_parameters(m: Analysis, state: State, part: Value) -> Iterator[tuple[str | None, Ref]]:
    record = state.record(part)
    if isinstance(record, LayerRecord) and isinstance(part, Ref) and record.weights is not None:
        yield (record.spec.names[0] if record.spec.names else None), Ref(record.weights)
        if record.spec.names[1:]:
            split_bias(m, state, part)
    members = record.attributes if isinstance(record, InstanceRecord) else _parameters_of(state, part)
    for name, member in members:
        tensor = state.tensor(member)
        if tensor is not None and tensor.parameter and isinstance(member, Ref):
            yield name, member


def _parameters_of(state: State, layer: Value) -> tuple[tuple[str, Value], ...]:
    record = state.record(layer)
    return record.children if isinstance(record, LayerRecord) else ()
