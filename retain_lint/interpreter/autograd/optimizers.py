"""Optimisers: which leaves they own, their step and their zero_grad. Floor 3."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from retain_lint.domain.heap import DictRecord, InstanceRecord, LayerRecord, ListRecord, OptimizerRecord, TensorRecord
from retain_lint.domain.history import EventKind
from retain_lint.domain.state import State
from retain_lint.domain.value import (
    NONE,
    Address,
    BoundMethod,
    FunctionValue,
    Known,
    Lazy,
    Partial,
    Ref,
    Symbol,
    Tuple,
    Value,
)
from retain_lint.interpreter.autograd.given_optimizers import step_given
from retain_lint.interpreter.autograd.gradient_flow import (
    clear_gradients,
    forget_gradients,
    step_optimizer,
    step_unknown,
)
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.objects import allocate, leaves_of, record_of
from retain_lint.interpreter.heap.tensors import materialise, take_as_leaf
from retain_lint.torch_api.spec import OptimizerSpec


def make_optimizer(m: Analysis, state: State, spec: OptimizerSpec, request: CallRequest) -> Value:
    """Constructs an optimiser over the leaves found in its parameters argument."""
    given = request.keywords.get("params")
    if given is None and len(request.positional) > spec.parameters_at:
        given = request.positional[spec.parameters_at]
    given = NONE if given is None else given
    _take_as_leaves(m, state, given)
    leaves, exact, partial = owned_leaves(m, state, given)
    fused = request.keywords.get("fused") == Known(True)
    m.ledger.unknown_ownership |= not exact
    made = allocate(m, state, OptimizerRecord(spec.name, leaves, exact, partial, fused, spec.needs_closure))
    for leaf in leaves:
        m.ledger.owners.setdefault(leaf, set()).add(made.address)
    return made


def _take_as_leaves(m: Analysis, state: State, given: Value) -> None:
    """What was asked to require grad, or a function was given, and can be optimised: "can't optimize a non-leaf Tensor"
    (torch/optim/optimizer.py)."""
    items = concrete_items(state, given) or ()
    groups = (record.items for record in map(state.record, items) if isinstance(record, DictRecord))
    inner = (value for group in groups for key, value in group if key == Known("params"))
    for item in (*items, *chain.from_iterable(concrete_items(state, value) or () for value in inner)):
        is_given = isinstance(item, Symbol) and item.key[0] == "parameter"
        made = materialise(m, state, item) if is_given else None
        tensor = state.tensor(item)
        if tensor is not None and (made is not None or tensor.node in m.facts.requested):
            take_as_leaf(m, state, item)


def owned_leaves(m: Analysis, state: State, given: Value) -> tuple[tuple[Address, ...], bool, tuple[Address, ...]]:
    """The leaves in a parameters argument, whether these are all, and those of which only a part is given."""
    found: dict[Address, int] = {}
    partial: dict[Address, int] = {}
    exact = _gather(m, state, given, found, partial, False)
    part_only = tuple(leaf for leaf, times in partial.items() if times == found[leaf] == 1)
    return tuple(found), exact, part_only


def _gather(
    m: Analysis,
    state: State,
    value: Value,
    found: dict[Address, int],
    partial: dict[Address, int],
    part: bool,
    inside: frozenset[Value] = frozenset(),
) -> bool:
    """Adds the leaves in a value, which lies `inside` these containers; a container that lies in itself is not known whole."""
    if value in inside:
        return False
    record = record_of(state, value)
    within = inside | {value} if isinstance(value, Ref) else inside
    if isinstance(record, TensorRecord) and isinstance(value, Ref):
        if record.leaf:
            found[value.address] = found.get(value.address, 0) + 1
            partial[value.address] = partial.get(value.address, 0) + part
        return record.leaf or not record.opaque
    if isinstance(record, (LayerRecord, InstanceRecord)):
        for leaf in leaves_of(m, state, value)[0]:
            found[leaf] = found.get(leaf, 0) + 1
        return True
    if isinstance(record, DictRecord):
        params = [item for key, item in record.items if key == Known("params")]
        return all([_gather(m, state, item, found, partial, part, within) for item in params]) and bool(params)
    if isinstance(value, Symbol) and value.key[0] in ("attr", "parameter", "global", "item"):
        return value.plain
    if isinstance(value, Known):  # a letter of a text is a text again
        return False
    items = concrete_items(state, value)
    exact = items is not None
    if items is None:
        items = record.items if isinstance(record, ListRecord) else value.sources if isinstance(value, Lazy) else ()
    names = isinstance(value, Tuple) and len(value.items) == 2 and isinstance(value.items[0], (Known, Symbol))
    part |= isinstance(record, ListRecord) and record.partial
    each = [_gather(m, state, item, found, partial, part, within) for item in (items[1:] if names else items)]
    return exact and all(each)


def add_group(m: Analysis, state: State, receiver: Value, group: Value) -> None:
    """optimizer.add_param_group(group), of one that is seen"""
    record = state.record(receiver)
    assert isinstance(record, OptimizerRecord) and isinstance(receiver, Ref)
    leaves, exact, partial = owned_leaves(m, state, group)
    merged = tuple(dict.fromkeys((*record.leaves, *leaves)))
    state.put(receiver.address, replace(record, leaves=merged, exact=record.exact and exact))


def step(m: Analysis, state: State, receiver: Value, request: CallRequest) -> list[Outcome]:
    """optimizer.step(closure=None): the closure runs first; what it returned is handed on, as data."""
    closure = request.first()
    paths = [state]
    record = state.record(receiver)
    again = isinstance(record, OptimizerRecord) and record.needs_closure
    for _ in range(2 if again and closure is not None else 1):
        if isinstance(closure, (FunctionValue, BoundMethod, Partial)):
            outcomes = [
                outcome
                for path in paths
                for outcome in m.interpreter.call_value(m, path, closure, (), {}, request.span, request.instruction)
            ]
            paths = [outcome.state for outcome in outcomes if not outcome.raised]
        for path in paths:
            _step_once(m, path, receiver, request)
    return [Outcome(path, NONE if closure is None else m.symbol("value", plain=True)) for path in paths]


def _step_once(m: Analysis, state: State, receiver: Value, request: CallRequest) -> None:
    record = state.record(receiver)
    if isinstance(record, OptimizerRecord) and isinstance(receiver, Ref):
        step_optimizer(m, state, receiver.address, record, request)
    else:
        m.ledger.unknown_ownership = True
        if isinstance(receiver, Symbol) and request.first() is None:
            step_given(m, state, receiver, request)
        else:
            step_unknown(m, state, request.instruction)


def zero_grad(m: Analysis, state: State, receiver: Value, request: CallRequest) -> list[Outcome]:
    """zero_grad() of an optimiser; of one that cannot be seen, nobody knows what it clears."""
    record = state.record(receiver)
    if isinstance(record, OptimizerRecord):
        event = m.event(EventKind.CLEARED, request.span)
        partial = [leaf for leaf in record.leaves if leaf in record.partial]
        whole = [leaf for leaf in record.leaves if leaf not in record.partial]
        clear_gradients(m, state, whole, event)
        forget_gradients(m, state, partial)
        # gradients of zeros are gradients: the next step may still write
        state.unknown_reach |= request.argument(("set_to_none",), "set_to_none") == Known(False)
    else:
        m.ledger.unknown_ownership = True
        state.note_update(m.event(EventKind.CLEARED, request.span))
        forget_gradients(m, state, list(state.gradients))
    return [Outcome(state, NONE)]


def run_as_optimizer(m: Analysis, state: State, receiver: Value, name: str, request: CallRequest) -> bool:
    """`made.step()` and `made.zero_grad()` as statements, of what unseen code made of parameters: an optimiser of those, or
    what trains them in another way."""
    if name not in ("step", "zero_grad") or request.instruction.used or not _is_made_of_weights(m, state, receiver):
        return False
    m.ledger.unknown_ownership = True
    if name == "step":
        step_unknown(m, state, request.instruction)
    else:
        forget_gradients(m, state, list(state.gradients))
    return True


def _is_made_of_weights(m: Analysis, state: State, value: Value) -> bool:
    """Did unseen code make it of a model, or of parameters, as it would an optimiser?"""
    if isinstance(value, Symbol):
        return m.facts.leaf_keys.is_holder(value.key)
    if isinstance(value, Ref) and value.address in state.parts:  # its method
        value = state.parts[value.address][0]
    record = state.tensor(value)
    node = m.graph[record.node] if record is not None and record.opaque and record.node is not None else None
    return node is not None and node.op == "call" and any(m.graph[below].leaf is not None for below in node.inputs)
