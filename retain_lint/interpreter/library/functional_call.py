"""Calls of a module by torch's own functions: in parallel, or with other tensors in its parameters' places. Floor 3."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from retain_lint.domain.doubtful_paths import PARAMETER_NAME
from retain_lint.domain.heap import DictRecord, InstanceRecord, LayerRecord, Record
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, External, Known, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.tensors import graph_operands, materialise
from retain_lint.interpreter.library.named_parameters import own_names
from retain_lint.torch_api.graph_control import FUNCTIONAL_CALLS
from retain_lint.torch_api.spec import ControlSpec

#: calls a model on parts of its inputs (torch/nn/parallel/data_parallel.py)
_REPLICATE = frozenset({"torch.nn.parallel.data_parallel", "torch.nn.data_parallel"})
_MAX_NESTING = 8


@dataclass(frozen=True, slots=True)
class _Given:
    """What takes the places of leaves; `known` False: other places too, not known which."""

    tensors: dict[Address, Address]
    known: bool


class FunctionalCalls(LibraryModel):
    """See the module's text."""

    functions = frozenset({*_REPLICATE, *FUNCTIONAL_CALLS})

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        if name not in _REPLICATE:
            return _call_functionally(m, state, FUNCTIONAL_CALLS[name], request)
        if len(request.positional) < 2:
            return None
        model, inputs, *_ = request.positional
        parts = inputs.items if isinstance(inputs, Tuple) else (inputs,)
        return m.interpreter.call_value(m, state, model, parts, {}, request.span, request.instruction)


def _call_functionally(m: Analysis, state: State, control: ControlSpec, request: CallRequest) -> list[Outcome] | None:
    module, given, args, kwargs = (request.argument(control.parameters, formal) for formal in control.parameters)
    if module is None or given is None:
        return None
    positional = args.items if isinstance(args, Tuple) else () if args in (None, Known(None)) else (args,)
    return _call(m, state, module, given, replace(request, positional=positional, keywords=_keywords(state, kwargs)))


def _keywords(state: State, kwargs: Value | None) -> dict[str, Value]:
    record = state.record(kwargs) if kwargs is not None else None
    pairs = record.items if isinstance(record, DictRecord) else ()
    return {str(key.value): value for key, value in pairs if isinstance(key, Known)}


def _call(m: Analysis, state: State, module: Value, dictionaries: Value, request: CallRequest) -> list[Outcome]:
    """Runs the module with the tensors given, and puts its own back; where the places are not known, its result hangs on
    all of them."""
    given = _find_given(m, state, dictionaries, own_names(m, state, module))
    changed = dict(_replace_leaves(state, module, given.tensors, _MAX_NESTING)) if given.known else {}
    found = {leaf for _, leaves in changed.values() for leaf in leaves}
    if not given.known or not found.issuperset(given.tensors):
        values = (*request.positional, dictionaries)
        return [
            Outcome(
                state, m.interpreter.call_opaque(m, state, External("%module"), replace(request, positional=values))
            )
        ]
    before = {address: state.at(address) for address in changed}
    for address, (record, _) in changed.items():
        state.put(address, record)
    outcomes: list[Outcome] = m.interpreter.call_value(
        m, state, module, request.positional, request.keywords, request.span, request.instruction
    )
    for outcome in outcomes:
        for address, record in before.items():
            outcome.state.put(address, _put_back(outcome.state.at(address), record, changed[address][0]))
    return outcomes


def _find_given(m: Analysis, state: State, dictionaries: Value, names: Mapping[str, Ref]) -> _Given:
    """The tensors by the leaves whose names are their keys; what is no tensor with a graph takes no place."""
    tensors: dict[Address, Address] = {}
    known = True
    for value in dictionaries.items if isinstance(dictionaries, Tuple) else (dictionaries,):
        record = state.record(value)
        known &= isinstance(record, DictRecord) and record.exact
        for key, item in record.items if isinstance(record, DictRecord) else ():
            tensor = materialise(m, state, item)
            named = (
                key.key[1] if isinstance(key, Symbol) and key.key[0] == PARAMETER_NAME and len(key.key) > 2 else None
            )
            named = names.get(str(key.value)) if isinstance(key, Known) else named
            if isinstance(named, Ref) and tensor is not None:
                tensors[named.address] = tensor[0]
            else:
                known &= not graph_operands(m, state, [item])
    return _Given({leaf: tensor for leaf, tensor in tensors.items() if leaf != tensor}, known)


def _replace_leaves(
    state: State, module: Value, tensors: dict[Address, Address], depth: int
) -> Iterator[tuple[Address, tuple[Record, set[Address]]]]:
    """The records of a module and its parts as they are with other tensors, and the leaves replaced in each."""
    record = state.get(module.address) if isinstance(module, Ref) and depth else None
    if not isinstance(module, Ref) or not isinstance(record, (LayerRecord, InstanceRecord)):
        return
    members = record.children if isinstance(record, LayerRecord) else record.attributes
    held = {value.address for _, value in members if isinstance(value, Ref)} & tensors.keys()
    others = tuple((name, _other(value, tensors)) for name, value in members)
    if isinstance(record, InstanceRecord):
        yield module.address, (replace(record, attributes=others), held)
    elif record.weights in tensors:
        weights = tensors[record.weights]
        yield module.address, (replace(record, children=others, weights=weights), {*held, record.weights})
    else:
        yield module.address, (replace(record, children=others), held)
    for _, value in members:
        yield from _replace_leaves(state, value, tensors, depth - 1)


def _other(value: Value, tensors: dict[Address, Address]) -> Value:
    return Ref(tensors[value.address]) if isinstance(value, Ref) and value.address in tensors else value


def _put_back(now: Record, before: Record, changed: Record) -> Record:
    """A record with its own leaves again, and otherwise as the forward left it."""
    if isinstance(now, LayerRecord) and isinstance(before, LayerRecord) and isinstance(changed, LayerRecord):
        return replace(now, weights=before.weights, children=_own(now.children, before.children, changed.children))
    if isinstance(now, InstanceRecord) and isinstance(before, InstanceRecord) and isinstance(changed, InstanceRecord):
        return replace(now, attributes=_own(now.attributes, before.attributes, changed.attributes))
    return now


def _own(
    now: tuple[tuple[str, Value], ...], before: tuple[tuple[str, Value], ...], changed: tuple[tuple[str, Value], ...]
) -> tuple[tuple[str, Value], ...]:
    replaced = {name: (own, other) for (name, own), (_, other) in zip(before, changed, strict=True) if own != other}
    return tuple((name, replaced[name][0] if replaced.get(name, (0, 0))[1] == value else value) for name, value in now)
