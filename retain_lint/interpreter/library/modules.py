"""nn.Module objects: construction of torch's layers, forward passes, and the methods every module has. Floor 3."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from retain_lint.domain.assume import assume_present, truth_of
from retain_lint.domain.heap import (
    DictRecord,
    InstanceRecord,
    LayerRecord,
    ListRecord,
    replace_pair,
)
from retain_lint.domain.history import EventKind
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, External, FunctionValue, Known, Ref, Symbol, Tuple, Value, key_of
from retain_lint.interpreter.autograd.gradient_flow import clear_gradients, forget_gradients, step_unknown
from retain_lint.interpreter.autograd.layer_forward import run_layer
from retain_lint.interpreter.autograd.layer_options import writes_input
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.data_model.computed_attributes import get_by_path
from retain_lint.interpreter.data_model.layer_containers import call_container_method
from retain_lint.interpreter.effects.frozen_models import note_frozen
from retain_lint.interpreter.effects.module_state_havoc import blur_modules, blur_parts
from retain_lint.interpreter.effects.name_call_graph import words_reached
from retain_lint.interpreter.effects.opaque_objects import take_as_whole_numbers
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.known_records import tensor_at
from retain_lint.interpreter.heap.objects import (
    allocate,
    gather_leaves,
    is_module_class,
    leaves_of,
    looks_like_module,
    may_own_leaves,
    record_of,
    set_mode,
    set_requires_grad,
)
from retain_lint.interpreter.heap.said_types import take_as_module
from retain_lint.interpreter.heap.sampled_items import stands_for_more
from retain_lint.interpreter.heap.tensors import graph_operands, new_leaf, new_tensor
from retain_lint.interpreter.library import submodules
from retain_lint.interpreter.library.forward_hooks import register_hook
from retain_lint.interpreter.library.layer_subclasses import layer_behind
from retain_lint.interpreter.library.module_copies import (
    add_buffer_name,
    buffers_of,
    own_buffers,
    write_buffers,
    write_parameters,
)
from retain_lint.interpreter.library.module_wrappers import inherited_model
from retain_lint.interpreter.library.named_parameters import named_parameters, parameters
from retain_lint.interpreter.library.sequential_subclasses import layers_in_order
from retain_lint.interpreter.library.torch_roles import run_role
from retain_lint.torch_api.lookup import find_control, find_control_method
from retain_lint.torch_api.spec import LayerSpec, Role
from retain_lint.torch_api.vocabulary import PART_GETTERS


def make_layer(m: Analysis, state: State, spec: LayerSpec, request: CallRequest) -> Value:
    """Constructs a torch.nn module."""
    children: tuple[tuple[str, Value], ...] = ()
    exact = True
    if spec.container:
        given, exact = _children(state, request)
        children = tuple((name, take_as_module(m, state, child)) for name, child in given)
    elif spec.parameters and not spec.frozen:  # made with sizes, not with weights
        take_as_whole_numbers(state, request.positional)
    weights = new_leaf(m, state, "", _trained(state, spec, request)) if spec.parameters and not spec.container else None
    if spec.buffers and request.argument(spec.arguments, "track_running_stats") != Known(False):
        children = tuple((name, _buffer(m, state, name)) for name in spec.buffers)
    if spec.names[1:] and (bias := _bias(state, spec, request)) is not None:
        children = (*children, ("bias", bias))
    sampled = spec.container and _is_sampled(m, state, request)
    made = LayerRecord(spec, weights, children, exact, inplace=writes_input(spec, request), sampled=sampled)
    return allocate(m, state, made)


def _is_sampled(m: Analysis, state: State, request: CallRequest) -> bool:
    """Are the children that a container is given the first ones of more?"""
    starred = [argument.value for argument in request.instruction.arguments if argument.stars == 1]
    given = [*request.positional, *map(state.variables(m.frame).get, starred)]
    return any(stands_for_more(state, value) for value in given if isinstance(value, (Ref, Tuple)))


def _bias(state: State, spec: LayerSpec, request: CallRequest) -> Value | None:
    """What stands for the bias of a layer that has none, or perhaps; None for one whose parameters are those of one leaf."""
    flag = request.keywords.get("bias")
    if flag is None and spec.name.endswith("Linear") and len(request.positional) > 2:
        flag = request.positional[2]
    truth = True if flag is None else truth_of(state, flag)
    return None if truth else NONE if truth is False else Symbol(("bias", key_of(flag or NONE)), plain=True)


def _trained(state: State, spec: LayerSpec, request: CallRequest) -> Ternary:
    """Do the parameters of a new layer require grad?"""
    freeze = request.argument(spec.arguments, "freeze")
    if not spec.frozen or freeze is None:
        return Ternary.of(not spec.frozen)
    truth = truth_of(state, freeze)
    return Ternary.of(None if truth is None else not truth)


def _buffer(m: Analysis, state: State, name: str) -> Value:
    made = new_tensor(m, state, None, Ternary.NO)
    state.update_tensor(made.address, tensor_at(state, made.address), name=name)
    return made


def _children(state: State, request: CallRequest) -> tuple[tuple[tuple[str, Value], ...], bool]:
    values = request.positional
    if len(values) == 1:
        record = record_of(state, values[0])
        if isinstance(record, DictRecord):
            keys = [str(k.value) if isinstance(k, Known) else f"?{n}" for n, (k, _) in enumerate(record.items)]
            return tuple(zip(keys, (v for _, v in record.items), strict=True)), record.exact
        listed = isinstance(record, ListRecord) or isinstance(values[0], Tuple)
        items = concrete_items(state, values[0]) if listed else None
        exact = items is not None
        values = items if items is not None else record.items if isinstance(record, ListRecord) else values
        if listed and (pairs := _pairs(state, values)):
            return tuple((str(k.value) if isinstance(k, Known) else str(n), v) for n, (k, v) in enumerate(pairs)), exact
        if listed and not exact:
            return tuple((str(n), item) for n, item in enumerate(values)), False
    unknown_rest = any(isinstance(value, Symbol) and value.key[0] == "star" for value in values)
    return tuple((str(position), value) for position, value in enumerate(values)), not unknown_rest


def _pairs(state: State, items: Sequence[Value]) -> list[tuple[Value, Value]]:
    """The items as pairs of a name and a layer, each a tuple or a list of two; none if they are something else."""
    listed = (item for item in items if isinstance(item, Tuple) or isinstance(record_of(state, item), ListRecord))
    rows = [row for row in (concrete_items(state, item) for item in listed) if row is not None and len(row) == 2]
    return [(name, layer) for name, layer in rows] if len(rows) == len(items) else []


def apply_layer(m: Analysis, state: State, layer: Value, request: CallRequest) -> list[Outcome]:
    """Runs a module's forward that is not code of the project."""
    record = state.record(layer)
    if isinstance(record, InstanceRecord):
        sequence = layers_in_order(record)
        if sequence is not None:
            return _run_children(m, state, layer, sequence.items, request)
        behind = layer_behind(record)
        if behind is not None:
            return apply_layer(m, state, behind, request)
        inside = inherited_model(state, record)
        if inside is not None:
            return m.interpreter.call_value(
                m, state, inside, request.positional, request.keywords, request.span, request.instruction
            )
        if isinstance(layer, Ref) and not _is_network(m, state, record):
            return [
                Outcome(
                    state, m.interpreter.call_opaque(m, state, Symbol(("attr", ("object", layer), "__call__")), request)
                )
            ]
        return [Outcome(state, m.interpreter.call_opaque_module(m, state, layer, request))]
    if not isinstance(record, LayerRecord):
        return [Outcome(state, m.interpreter.call_opaque(m, state, layer, request))]
    if record.spec.container:
        if not record.exact:
            made = m.interpreter.call_opaque_module(m, state, layer, request)
            blur_parts(m, state, layer, None)  # any of them may have run
            blur_modules(m, state)
            return [Outcome(state, made)]
        runs = record.spec.runs
        return _run_children(m, state, layer, [c for name, c in record.children if not runs or name in runs], request)
    return [Outcome(state, run_layer(m, state, record, request))]


def _is_network(m: Analysis, state: State, record: InstanceRecord) -> bool:
    """Is an object whose call cannot be seen a module, or does it hold parameters that can be? Others (an attack that was
    given unseen ones) may give out data."""
    seen = [value for _, value in record.attributes if not isinstance(value, Symbol)]
    parts = tuple(value for value in seen if may_own_leaves(m, state, value))
    return is_module_class(state, record.cls) or bool(gather_leaves(m, state, parts, 3)[0])


def _run_children(
    m: Analysis, state: State, layer: Value, children: Sequence[Value], request: CallRequest
) -> list[Outcome]:
    """Runs the layers of a container one after another. One that is a layer of itself, torch does not come to an end with."""
    if layer in m.scope.sequences:
        return [Outcome(state, m.interpreter.call_opaque_module(m, state, layer, request))]
    outer, m.scope.sequences = m.scope.sequences, m.scope.sequences | {layer}
    paths = [Outcome(state, request.first() or NONE)]
    for position, child in enumerate(children):
        after: list[Outcome] = []
        for path in paths:
            instruction = request.instruction if position == 0 else replace(request.instruction, arguments=())
            if position < len(children) - 1:  # the next one uses what it gives
                instruction = replace(instruction, used=True)
            after += m.interpreter.call_value(m, path.state, child, (path.value,), {}, request.span, instruction)
        paths = after
    m.scope.sequences = outer
    return paths


_REGISTERING = frozenset({"add_module", "register_module", "register_parameter", "register_buffer"})


def call_module_method(m: Analysis, state: State, receiver: Value, name: str, request: CallRequest) -> list[Outcome]:
    """A method that every nn.Module has, on one of torch's or the project's, or on an unknown value."""
    control = find_control_method(name, "module")
    if control is None and name == "backward" and request.positional:
        wrapper = find_control("deepspeed.DeepSpeedEngine.backward")  # the only module whose objects have it
        assert wrapper is not None
        return run_role(m, state, wrapper, request)
    if control is None and name == "step" and not request.positional:
        step_unknown(m, state, request.instruction)
        return [Outcome(state, NONE)]
    if name == "forward" and isinstance(state.record(receiver), LayerRecord):
        return apply_layer(m, state, receiver, request)
    if name == "__setattr__" and len(request.positional) == 2:
        return m.interpreter.call_value(
            m, state, External("builtins.setattr"), (receiver, *request.positional), {}, request.span
        )
    if name == "register_forward_pre_hook":
        _note_hook(state, receiver)
    handle = register_hook(m, state, receiver, name, request)
    if handle is not None:
        return [Outcome(state, handle)]
    if name in _REGISTERING:
        return [Outcome(state, _other(m, state, receiver, name, request))]
    if name in PART_GETTERS and isinstance(asked := request.first(), Known):
        return get_by_path(m, state, receiver, str(asked.value), request.span)
    if control is None:
        return [Outcome(state, _call_other(m, state, receiver, name, request))]
    handler = MODULE_ROLES.get(control.role)
    return [
        Outcome(state, handler(m, state, receiver, request) if handler else _other(m, state, receiver, name, request))
    ]


def _call_other(m: Analysis, state: State, receiver: Value, name: str, request: CallRequest) -> Value:
    """A method that not every module has."""
    record = state.record(receiver)
    if isinstance(record, LayerRecord) and record.spec.container and isinstance(receiver, Ref):
        result = call_container_method(m, state, receiver, record, name, request)
        if result is not None:
            return result
    return m.interpreter.call_opaque(m, state, Symbol(("attr", ("object", receiver), name)), request)


def _note_hook(state: State, receiver: Value) -> None:
    """A hook before the forward may compute the weight anew: the one that is there now is not what will be used."""
    record = state.record(receiver)
    if isinstance(record, LayerRecord) and isinstance(receiver, Ref):
        children = tuple((key, child) for key, child in record.children if key != "weight")
        state.put(receiver.address, replace(record, children=children))


def _other(m: Analysis, state: State, receiver: Value, name: str, request: CallRequest) -> Value:
    if name in _REGISTERING and len(request.positional) >= 2 and isinstance(receiver, Ref):
        key, child = request.positional[:2]
        _register(state, receiver, str(key.value) if isinstance(key, Known) else None, child, name)
    return m.symbol("value", plain=True)


def _register(state: State, receiver: Ref, key: str | None, child: Value, method: str) -> None:
    """Adds a member. One under a computed name is only met by those who go through all of them."""
    record = state.record(receiver)
    if isinstance(record, InstanceRecord):
        name = key or f"%member{len(record.attributes)}"
        pairs = replace_pair(record.attributes, name, child)
        if method == "register_buffer":
            pairs = add_buffer_name(pairs, name)
        state.put(receiver.address, replace(record, attributes=pairs))
    elif isinstance(record, LayerRecord):
        name = key or str(len(record.children))
        state.put(receiver.address, replace(record, children=replace_pair(record.children, name, child)))


def _zero_grad(m: Analysis, state: State, receiver: Value, request: CallRequest) -> Value:
    clear_gradients(m, state, leaves_of(m, state, receiver)[0], m.event(EventKind.CLEARED, request.span))
    return NONE


def _train(m: Analysis, state: State, receiver: Value, request: CallRequest) -> Value:
    given = request.first()
    truth = True if given is None else truth_of(state, given)
    set_mode(m, state, receiver, Ternary.of(truth))
    return receiver


def _eval(m: Analysis, state: State, receiver: Value, request: CallRequest) -> Value:
    set_mode(m, state, receiver, Ternary.NO)
    return receiver


def _requires_grad(m: Analysis, state: State, receiver: Value, request: CallRequest) -> Value:
    given = request.first()
    note_frozen(m, state, receiver)
    set_requires_grad(m, state, receiver, Ternary.of(True if given is None else truth_of(state, given)))
    return receiver


def _load_state(m: Analysis, state: State, receiver: Value, request: CallRequest) -> Value:
    """Every parameter and buffer is written, unless `assign` puts the given ones in their place."""
    if request.argument(("state_dict", "strict", "assign"), "assign") not in (None, Known(False)):
        return NONE
    if looks_like_module(m, receiver) or isinstance(receiver, Ref):
        write_parameters(m, state, receiver, m.event(EventKind.MODIFIED, request.span))
    return NONE


def _buffers(m: Analysis, state: State, receiver: Value, request: CallRequest) -> Value:
    found, exact = _asked_buffers(state, receiver, request, ("recurse",))
    return allocate(m, state, ListRecord(tuple(found), exact)) if found else m.symbol("value", plain=True)


def _named_buffers(m: Analysis, state: State, receiver: Value, request: CallRequest) -> Value:
    found, exact = _asked_buffers(state, receiver, request, ("prefix", "recurse"))
    pairs = tuple(Tuple((m.symbol("name", plain=True), buffer)) for buffer in found)
    return allocate(m, state, ListRecord(pairs, exact)) if found else m.symbol("value", plain=True)


def _asked_buffers(
    state: State, module: Value, request: CallRequest, formals: tuple[str, ...]
) -> tuple[list[Value], bool]:
    """Those of the module alone if it says so, and whether these are all."""
    recurse = request.argument(formals, "recurse")
    truth = True if recurse is None else truth_of(state, recurse)
    if truth:
        return buffers_of(state, module)
    own, members, exact = own_buffers(state, module)
    return own, exact and (truth is False or not members)


def _write_buffers(m: Analysis, state: State, receiver: Value, request: CallRequest) -> Value:
    write_buffers(state, receiver, m.event(EventKind.MODIFIED, request.span))
    return NONE


def _apply_to_children(m: Analysis, state: State, receiver: Value, request: CallRequest) -> Value:
    """module.apply(function): which submodules it changes, and how, is not followed."""
    function = request.first()
    if graph_operands(m, state, request.values()):  # no function: a method of another object's that has the same name
        return m.interpreter.call_opaque(m, state, Symbol(("attr", ("object", receiver), "apply")), request)
    mentions = function.function.mentions if isinstance(function, FunctionValue) else frozenset()
    for leaf in leaves_of(m, state, receiver)[0]:
        tensor = tensor_at(state, leaf)
        state.write(tensor.storage, m.event(EventKind.MODIFIED, request.span), False)
        if mentions & {"requires_grad", "requires_grad_"}:
            state.update_tensor(leaf, tensor, requires_grad=Ternary.MAYBE)
    blur_parts(m, state, receiver, function)
    given = [leaf for leaf in leaves_of(m, state, receiver)[0] if state.gradients.get(leaf)]
    if given and _may_clear(m, function):
        forget_gradients(m, state, given)
        state.unknown_reach = True
    return receiver


def _may_clear(m: Analysis, function: Value | None) -> bool:
    """Does a function look as if it cleared gradients, or is it opaque?"""
    words = words_reached(m, function.function) if isinstance(function, FunctionValue) else {"grad"}
    return any(word == "grad" or "zero" in word for word in words)


def _identity(m: Analysis, state: State, receiver: Value, request: CallRequest) -> Value:
    """What is moved is there: also data, where only the name of the method is known."""
    if isinstance(receiver, Symbol) and receiver.plain:
        assume_present(state, receiver)
    return receiver


MODULE_ROLES: dict[Role, Callable[[Analysis, State, Value, CallRequest], Value]] = {
    Role.PARAMETERS: parameters,
    Role.NAMED_PARAMETERS: named_parameters,
    Role.ZERO_GRAD: _zero_grad,
    Role.TRAIN_MODE: _train,
    Role.EVAL_MODE: _eval,
    Role.REQUIRES_GRAD_: _requires_grad,
    Role.LOAD_STATE: _load_state,
    Role.IDENTITY: _identity,
    Role.BUFFERS: _buffers,
    Role.NAMED_BUFFERS: _named_buffers,
    Role.WRITE_BUFFERS: _write_buffers,
    Role.APPLY_TO_CHILDREN: _apply_to_children,
    **submodules.METHODS,
}
