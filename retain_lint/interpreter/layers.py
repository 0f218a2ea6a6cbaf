"""nn.Module objects: construction of torch's layers, forward passes, and the methods every module has. Floor 3."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from retain_lint.domain.autograd_graph import SavedTensor
from retain_lint.domain.heap import (
    DictRecord,
    InstanceRecord,
    LayerRecord,
    ListRecord,
    TensorRecord,
    lookup,
    replace_pair,
)
from retain_lint.domain.history import EventKind
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Known, Lazy, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.assume import truth_of
from retain_lint.interpreter.iteration import concrete_items
from retain_lint.interpreter.machine import Machine, Outcome
from retain_lint.interpreter.modules import write_parameters
from retain_lint.interpreter.objects import (
    allocate,
    leaves_of,
    looks_like_module,
    may_own_leaves,
    record_of,
    set_mode,
    set_requires_grad,
)
from retain_lint.interpreter.operations import rebase_history
from retain_lint.interpreter.request import CallRequest
from retain_lint.interpreter.stepping import clear_gradients
from retain_lint.interpreter.tensors import Operand, add_node, find_tensors, new_leaf, new_tensor, operand
from retain_lint.torch_api.lookup import find_control_method
from retain_lint.torch_api.spec import LayerSpec, Role, When


def make_layer(m: Machine, state: State, spec: LayerSpec, request: CallRequest) -> Value:
    """Constructs a torch.nn module."""
    children: tuple[tuple[str, Value], ...] = ()
    exact = True
    if spec.container:
        children, exact = _children(state, request)
    weights = new_leaf(m, state, "") if spec.parameters and not spec.container else None
    inplace = request.keywords.get("inplace")
    if inplace is None and spec.inplace and "inplace" in spec.arguments:
        inplace = request.argument(spec.arguments, "inplace")
    return allocate(m, state, LayerRecord(spec, weights, children, exact, inplace=inplace == Known(True)))


def _children(state: State, request: CallRequest) -> tuple[tuple[tuple[str, Value], ...], bool]:
    values = request.positional
    if len(values) == 1:
        record = record_of(state, values[0])
        if isinstance(record, DictRecord):
            named = tuple((str(k.value), v) for k, v in record.items if isinstance(k, Known))
            return named, record.exact
        items = concrete_items(state, values[0])
        if items is not None and (isinstance(record, ListRecord) or isinstance(values[0], Tuple)):
            if items and all(isinstance(item, Tuple) and len(item.items) == 2 for item in items):
                pairs = [item.items for item in items if isinstance(item, Tuple)]
                return tuple(
                    (str(k.value) if isinstance(k, Known) else str(n), v) for n, (k, v) in enumerate(pairs)
                ), True
            values = items
        elif isinstance(record, ListRecord):
            return tuple((str(n), item) for n, item in enumerate(record.items)), False
    unknown_rest = any(isinstance(value, Symbol) and value.key[0] == "star" for value in values)
    return tuple((str(position), value) for position, value in enumerate(values)), not unknown_rest


def apply_layer(m: Machine, state: State, layer: Value, request: CallRequest) -> list[Outcome]:
    """Runs a module's forward that is not code of the project."""
    record = state.record(layer)
    if isinstance(record, InstanceRecord):
        sequence = lookup(record.attributes, "%sequence")
        if isinstance(sequence, Tuple):
            return _run_children(m, state, list(sequence.items), request)
        return [Outcome(state, m.opaque_module(m, state, layer, request))]
    if not isinstance(record, LayerRecord):
        return [Outcome(state, m.opaque(m, state, layer, request))]
    if record.spec.container:
        if not record.exact:
            return [Outcome(state, m.opaque_module(m, state, layer, request))]
        return _run_children(m, state, [child for _, child in record.children], request)
    return [Outcome(state, _apply_single(m, state, record, request))]


def _run_children(m: Machine, state: State, children: list[Value], request: CallRequest) -> list[Outcome]:
    paths = [Outcome(state, request.first() or NONE)]
    for position, child in enumerate(children):
        after: list[Outcome] = []
        for path in paths:
            instruction = request.instruction if position == 0 else replace(request.instruction, arguments=())
            after += m.call_value(m, path.state, child, (path.value,), {}, request.span, instruction)
        paths = after
    return paths


def _apply_single(m: Machine, state: State, record: LayerRecord, request: CallRequest) -> Value:
    spec = record.spec
    first = request.first() or NONE
    if spec.identity_in_eval and record.training is Ternary.NO:
        return first
    if not spec.differentiable:
        return m.symbol("value", plain=True)
    inputs = _inputs(m, state, request)
    requires = Ternary.NO
    for part in inputs:
        requires = requires.either(part.requires_grad)
    parts, saved = list(inputs), []
    weights = state.heap.get(record.weights) if record.weights is not None else None
    if isinstance(weights, TensorRecord):
        if weights.requires_grad is not Ternary.NO:
            parts.append(Operand(weights.node, weights.requires_grad, weights.storage, record.weights))
        condition = {When.ALWAYS: Ternary.YES, When.INPUT_GRAD: requires, When.NEVER: Ternary.NO}[spec.saves_weight]
        if condition is not Ternary.NO:
            saved.append(SavedTensor(weights.storage, state.version(weights.storage), condition is Ternary.YES))
    if spec.saves_input:
        saved += [SavedTensor(p.storage, state.version(p.storage)) for p in inputs if p.storage is not None]
    holds = {When.ALWAYS: Ternary.YES, When.INPUT_GRAD: requires, When.NEVER: Ternary.NO}[spec.holds]
    return _result(m, state, record, first, parts, saved, holds, request)


def _result(
    m: Machine,
    state: State,
    record: LayerRecord,
    first: Value,
    parts: list[Operand],
    saved: list[SavedTensor],
    holds: Ternary,
    request: CallRequest,
) -> Value:
    storage = m.fresh()
    target = operand(m, state, first)
    in_place = record.inplace and target.address is not None and target.storage is not None
    if in_place and target.storage is not None:
        storage = target.storage
        state.write(storage, m.event(EventKind.MODIFIED, request.span), True)
        saved = [s for s in saved if s.storage != storage]
    if record.spec.saves_result:
        saved.append(SavedTensor(storage, state.version(storage)))
    node, requires = add_node(m, state, record.spec.name, parts, tuple(saved), holds, request.span)
    if in_place and target.address is not None:
        if node is not None:
            rebase_history(m, state, target.address, node, requires, request.span)
        return first
    if node is None and record.weights is None and not any(True for _ in find_tensors(m, state, first)):
        return m.symbol("value", plain=True)
    return new_tensor(m, state, node, requires, storage, opaque=record.spec.outputs != 1)


def _inputs(m: Machine, state: State, request: CallRequest) -> list[Operand]:
    found = []
    variables = state.frames[m.frame].variables
    events = {}
    for argument in request.instruction.arguments:
        value = variables.get(argument.value)
        if value is not None:
            events[value] = m.event(EventKind.BOUNDARY, argument.span)
    for value in request.values():
        for tensor in find_tensors(m, state, value):
            found.append(operand(m, state, tensor, events.get(value)))
    return found


def call_module_method(m: Machine, state: State, receiver: Value, name: str, request: CallRequest) -> list[Outcome]:
    """A method that every nn.Module has, on one of torch's or the project's, or on an unknown value."""
    control = find_control_method(name, "module")
    if control is None:
        extra = _container_method(m, state, receiver, name, request)
        return [
            Outcome(
                state,
                extra
                if extra is not None
                else m.opaque(m, state, Symbol(("attr", ("object", receiver), name)), request),
            )
        ]
    handler = _METHODS.get(control.role)
    if name == "forward":
        return m.call_value(m, state, receiver, request.positional, request.keywords, request.span, request.instruction)
    return [
        Outcome(state, handler(m, state, receiver, request) if handler else _other(m, state, receiver, name, request))
    ]


def _other(m: Machine, state: State, receiver: Value, name: str, request: CallRequest) -> Value:
    if (
        name in ("add_module", "register_module", "register_parameter", "register_buffer")
        and len(request.positional) == 2
    ):
        key, child = request.positional
        record = state.record(receiver)
        if isinstance(key, Known) and isinstance(receiver, Ref):
            if isinstance(record, InstanceRecord):
                pairs = replace_pair(record.attributes, str(key.value), child)
                state.heap[receiver.address] = replace(record, attributes=pairs)
            elif isinstance(record, LayerRecord):
                state.heap[receiver.address] = replace(
                    record, children=replace_pair(record.children, str(key.value), child)
                )
    return m.symbol("value", plain=True)


def _container_method(m: Machine, state: State, receiver: Value, name: str, request: CallRequest) -> Value | None:
    record = state.record(receiver)
    if not isinstance(record, LayerRecord) or not record.spec.container or not isinstance(receiver, Ref):
        return None
    if name in ("items", "values", "keys"):
        return Lazy(name, (receiver,))
    given = request.first() or NONE
    if name == "append":
        pairs = (*record.children, (str(len(record.children)), given))
        state.heap[receiver.address] = replace(record, children=pairs)
    elif name == "extend":
        items = concrete_items(state, given) or ()
        start = len(record.children)
        pairs = (*record.children, *((str(start + n), item) for n, item in enumerate(items)))
        state.heap[receiver.address] = replace(record, children=pairs)
    return receiver


def _parameters(m: Machine, state: State, receiver: Value, request: CallRequest) -> Value:
    leaves, exact = leaves_of(m, state, receiver)
    return allocate(m, state, ListRecord(tuple(Ref(leaf) for leaf in leaves), exact))


def _named_parameters(m: Machine, state: State, receiver: Value, request: CallRequest) -> Value:
    leaves, exact = leaves_of(m, state, receiver)
    pairs = tuple(Tuple((m.symbol("name", plain=True), Ref(leaf))) for leaf in leaves)
    return allocate(m, state, ListRecord(pairs, exact))


def _children_of(m: Machine, state: State, receiver: Value, request: CallRequest) -> Value:
    record = state.record(receiver)
    if isinstance(record, LayerRecord):
        members = [child for _, child in record.children]
    elif isinstance(record, InstanceRecord):
        members = [item for _, item in record.attributes if may_own_leaves(m, state, item)]
    else:
        members = [receiver]
    return allocate(m, state, ListRecord(tuple(members)))


def _zero_grad(m: Machine, state: State, receiver: Value, request: CallRequest) -> Value:
    clear_gradients(m, state, leaves_of(m, state, receiver)[0], m.event(EventKind.CLEARED, request.span))
    return NONE


def _train(m: Machine, state: State, receiver: Value, request: CallRequest) -> Value:
    given = request.first()
    truth = True if given is None else truth_of(state, given)
    set_mode(m, state, receiver, Ternary.of(truth))
    return receiver


def _eval(m: Machine, state: State, receiver: Value, request: CallRequest) -> Value:
    set_mode(m, state, receiver, Ternary.NO)
    return receiver


def _requires_grad(m: Machine, state: State, receiver: Value, request: CallRequest) -> Value:
    given = request.first()
    set_requires_grad(m, state, receiver, Ternary.of(True if given is None else truth_of(state, given)))
    return receiver


def _load_state(m: Machine, state: State, receiver: Value, request: CallRequest) -> Value:
    if looks_like_module(m, receiver) or isinstance(receiver, Ref):
        write_parameters(m, state, receiver, m.event(EventKind.MODIFIED, request.span))
    return NONE


def _identity(m: Machine, state: State, receiver: Value, request: CallRequest) -> Value:
    return receiver


_METHODS: dict[Role, Callable[[Machine, State, Value, CallRequest], Value]] = {
    Role.PARAMETERS: _parameters,
    Role.NAMED_PARAMETERS: _named_parameters,
    Role.CHILDREN: _children_of,
    Role.ZERO_GRAD: _zero_grad,
    Role.TRAIN_MODE: _train,
    Role.EVAL_MODE: _eval,
    Role.REQUIRES_GRAD_: _requires_grad,
    Role.LOAD_STATE: _load_state,
    Role.IDENTITY: _identity,
}
