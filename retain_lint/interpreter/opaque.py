"""Callees that cannot be seen. Floor 3.

An opaque callee given graph tensors is taken to return a tensor built on them, with saved buffers; an opaque module also on its
own parameters, which it saves (DESIGN: Paths). A statement that hands a tensor to code of the project's outside may run the
engine on it: what it can reach is then unknown, and unknown is silent.
"""

from __future__ import annotations

import re

from retain_lint.domain.autograd_graph import SavedTensor
from retain_lint.domain.heap import InstanceRecord, LayerRecord, OptimizerRecord, TensorRecord, lookup, replace_pair
from retain_lint.domain.history import EventKind
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import (
    NONE,
    BoundMethod,
    External,
    FunctionValue,
    Key,
    Lazy,
    Method,
    Partial,
    Ref,
    Symbol,
    Tuple,
    Value,
    key_of,
)
from retain_lint.interpreter.attribute_dictionaries import call_dictionary_method
from retain_lint.interpreter.data_classes import attributes_behind, call_tuple_method
from retain_lint.interpreter.given_values import is_method_of_given
from retain_lint.interpreter.handed import escape_to_handed, escape_to_holder
from retain_lint.interpreter.hidden import any_graph_in, escape
from retain_lint.interpreter.hooks import note_part, register_hook, remove_hook
from retain_lint.interpreter.inherited_calls import blur_inherited
from retain_lint.interpreter.known_methods import call_known_method, makes_graph
from retain_lint.interpreter.machine import Machine, Outcome
from retain_lint.interpreter.missing_attributes import note_open
from retain_lint.interpreter.model_outputs import call_output_method
from retain_lint.interpreter.objects import constructs_module, leaves_of, looks_like_module, looks_like_optimizer
from retain_lint.interpreter.request import CallRequest
from retain_lint.interpreter.stack_modes import call_stack
from retain_lint.interpreter.stepping import forget_gradients
from retain_lint.interpreter.tensors import Operand, add_node, graph_operands, new_tensor
from retain_lint.interpreter.texts import call_text_method
from retain_lint.interpreter.torch_calls import run_method_role
from retain_lint.interpreter.unseen_objects import RESULT, note_built, take_as_object
from retain_lint.interpreter.unseen_weights import note_use, run_as_optimizer
from retain_lint.ir.traits import GROWING
from retain_lint.torch_api.distributions import is_distribution, keeps_graph
from retain_lint.torch_api.lookup import find_control_method, find_method
from retain_lint.torch_api.spec import Role

#: what makes nothing that hangs on a graph
_READING = frozenset({Role.VALUE, Role.SIZE, Role.HARMLESS})
#: keywords that say that an unseen callee runs the engine
_ENGINE_FLAGS = frozenset({"backward", "retain_graph", "create_graph"})
#: words in the name of an unseen callee that suggest that it runs the engine or a step
_DRIVERS = ("backward", "step", "optimi", "train", "update", "fit", "learn")
#: words in the name of an unseen callee that suggest that it computes a loss of what it is given, and has no parameters
_CRITERIA = ("criteri", "loss_f")
#: words in the name of an unseen callee that suggest that it cuts off what it is given
_DETACHERS = ("detach", "repackage", "truncate", "stop_grad")

#: names of models that are no names of classes
_LETTERS = re.compile(r"[A-Z]{1,2}[a-z]?\d*(_\w*)?")

#: methods by which unseen objects may keep what they are given
_KEEPERS = GROWING | {"set", "store"}


def call_opaque(m: Machine, state: State, callee: Value, request: CallRequest) -> Value:
    """Calls a value that nothing is known of."""
    take_as_object(state, callee)
    result = _call_unseen(m, state, callee, request)
    note_use(m, state, callee, request, result)
    if _name(callee) not in _KEEPERS:  # these keep what they are given, and build nothing
        note_built(m, state, callee, request, result)
    return result


def _call_unseen(m: Machine, state: State, callee: Value, request: CallRequest) -> Value:
    if _decorates(request):
        return request.positional[0]
    escape_to_handed(m, state, request.values())
    note_open(m, request.values())
    blur_inherited(m, state, callee, _suggests_driver(_name(callee).lower()))
    if isinstance(callee, Symbol) and callee.key[0] in ("getattr", "item"):
        escape_to_holder(m, state, callee, request.values())
    events = _operands(m, state, request)
    module = looks_like_module(m, callee) or _is_member(m, state, callee)
    leaf: list[Operand] = []
    saved: tuple[SavedTensor, ...] = ()
    if module:
        leaf, saved = weights_of(m, state, callee)
    plain_callee = isinstance(callee, Symbol) and callee.plain
    if not events and not leaf:
        if plain_callee or _is_constructor(callee):
            return m.symbol("made", _name(callee), plain=False)
        return maybe_source(m, state, request, callee)
    _havoc(m, state, callee, request)
    if not module and _may_detach(m, state, callee, request):
        return any_graph_in(m, state, request.values()) or m.symbol("value", plain=True)
    holds, assumption = _build_as(callee, m.event(EventKind.BUILT, request.span).text)
    op = "module" if module else "call"
    node, requires = add_node(m, state, op, [*events, *leaf], saved, holds, request.span, None, assumption)
    if node is None:
        return m.symbol("value", plain=True)
    if any(_may_run(m, state, value) for value in request.values()):
        m.model_results.add(node)
    return new_tensor(m, state, node, requires, opaque=True)


def _may_run(m: Machine, state: State, value: Value) -> bool:
    """Is it a model, or a function that may call one? Then it may be what makes the result require grad."""
    if isinstance(state.record(value), (LayerRecord, InstanceRecord)):
        leaves, exact = leaves_of(m, state, value)
        return bool(leaves) or not exact
    return isinstance(value, (FunctionValue, BoundMethod, Partial)) or looks_like_module(m, value)


def _build_as(callee: Value, text: str) -> tuple[Ternary, str]:
    """Does what an unseen callee builds hold saved tensors; and where that is not known of it, what is assumed."""
    if isinstance(callee, External) and is_distribution(callee.name):
        return Ternary.of(keeps_graph(callee.name)), ""
    return Ternary.YES, f"{text} is taken to build a graph with saved tensors"


def _may_detach(m: Machine, state: State, callee: Value, request: CallRequest) -> bool:
    """What was sent backward and is handed to a function that says so, or whose result takes its place, may come back
    detached."""
    name, call = _name(callee).lower(), request.instruction
    if not any(word in name for word in _DETACHERS):
        # what `map` calls has no arguments as written
        if call.arguments and all(argument.value != call.target for argument in call.arguments):
            return False
    roots = [part.node for part in _operands(m, state, request) if part.node is not None]
    return any(node.number in state.freed or node.number in state.kept for node in m.graph.reach(roots))


def _is_member(m: Machine, state: State, callee: Value) -> bool:
    """What a module's constructor stores and then calls is a submodule."""
    receiver = m.context.receiver
    record = state.heap.get(receiver.address) if receiver is not None and isinstance(callee, Symbol) else None
    if not constructs_module(m, state, record) or not isinstance(record, InstanceRecord):
        return False
    return any(value == callee for _, value in record.attributes)


def _decorates(request: CallRequest) -> bool:
    """An unseen decorator is taken to call what it decorates; its argument is written nowhere but in its own place."""
    arguments = request.instruction.arguments
    decorated = request.positional[0] if len(request.positional) == 1 else None
    is_decorator = len(arguments) == 1 and arguments[0].span == request.span
    return is_decorator and isinstance(decorated, (FunctionValue, Ref))


def _operands(m: Machine, state: State, request: CallRequest) -> list[Operand]:
    from_arguments: list[Operand] = []
    variables = state.frames[m.frame].variables
    written = {}
    for argument in request.instruction.arguments:
        value = variables.get(argument.value)
        if value is not None:
            written[key_of(value)] = m.event(EventKind.BOUNDARY, argument.span)
    for value in request.values():
        from_arguments += graph_operands(m, state, [value], written.get(key_of(value)))
    return [part for part in from_arguments if part.node is not None and _matters(m, part)]


def _matters(m: Machine, part: Operand) -> bool:
    """Unknown values given to unseen code are mostly data: only what hangs on a known node counts."""
    return part.node is not None and m.graph[part.node].op != "unknown"


def weights_of(m: Machine, state: State, module: Value) -> tuple[list[Operand], tuple[SavedTensor, ...]]:
    """The parameters of a module as operands, and as what its forward saves (it is assumed to be deep)."""
    operands, saved = [], []
    for leaf in leaves_of(m, state, module)[0]:
        record = state.heap[leaf]
        if isinstance(record, TensorRecord) and record.requires_grad is not Ternary.NO:
            operands.append(Operand(record.node, record.requires_grad, record.storage, leaf))
            saved.append(SavedTensor(record.storage, state.version(record.storage)))
    return operands, tuple(saved)


def maybe_source(m: Machine, state: State, request: CallRequest, callee: Value = NONE) -> Value:
    """The result of an unseen callee that was given no graph: it may have built one of its own."""
    if state.grad_mode is Ternary.NO:
        return m.symbol("value", plain=True)
    text = m.event(EventKind.BUILT, request.span).text
    assumption = f"{text} is taken to build a graph with saved tensors"
    node, requires = add_node(m, state, "call", [], (), Ternary.YES, request.span, Ternary.MAYBE, assumption)
    if node is None:
        return m.symbol("value", plain=True)
    if _is_of_given(callee, request):
        m.handed_out.add(node)  # the caller computed it, and may go on with it
    if is_method_of_given(callee):
        m.of_given.add(node)
    made = new_tensor(m, state, node, requires, opaque=True)
    key: Key = (RESULT, made)
    state.tensors[key] = made.address
    return Symbol(key)


def _is_of_given(callee: Value, request: CallRequest) -> bool:
    """Is it a loss, or a tensor's method, of what a function was given?"""
    if isinstance(callee, Symbol) and callee.key[0] == "attr" and isinstance(callee.key[1], tuple):
        if callee.key[1][0] == "parameter" and find_method(_name(callee)) is not None:
            return True
    named = any(word in _name(callee).lower() for word in _CRITERIA)
    return named and any(isinstance(value, Symbol) and not value.plain for value in request.values())


def _is_constructor(callee: Value) -> bool:
    """Models are called by a capital too (`D`, `G_AB`, `F1`), and what a function is given is mostly one that is made."""
    if isinstance(callee, Symbol) and callee.key[0] == "class":
        return True
    given = isinstance(callee, Symbol) and callee.key[0] == "parameter"
    return _name(callee)[:1].isupper() and not given and not _LETTERS.fullmatch(_name(callee))


def _name(callee: Value) -> str:
    if isinstance(callee, External):
        return callee.name.rpartition(".")[2]
    if isinstance(callee, Method):
        return callee.name
    if isinstance(callee, Symbol) and callee.key[0] in ("attr", "global", "parameter"):
        return str(callee.key[-1])
    return ""


def _suggests_driver(name: str) -> bool:
    return any(word in name for word in _DRIVERS)


def _havoc(m: Machine, state: State, callee: Value, request: CallRequest) -> None:
    """Unseen code that may run the engine on what it is given, or step an optimiser."""
    name = _name(callee).lower()
    handed = isinstance(callee, Symbol) and callee.key[0] == "parameter"
    drives = handed or _suggests_driver(name)
    has_optimizer = any(_is_optimizer(m, state, value) for value in request.values())
    if has_optimizer:
        forget_gradients(m, state, list(state.gradients))
        state.unknown_reach = True
        for value in request.values():
            _write_owned(m, state, value, request)
    says_so = not _ENGINE_FLAGS.isdisjoint(request.keywords)
    if says_so or drives and not request.instruction.used or has_optimizer:
        escape(m, state, request.values())


def _is_optimizer(m: Machine, state: State, value: Value) -> bool:
    return isinstance(state.record(value), OptimizerRecord) or looks_like_optimizer(m, value)


def _write_owned(m: Machine, state: State, value: Value, request: CallRequest) -> None:
    record = state.record(value)
    if isinstance(record, OptimizerRecord):
        for leaf in record.leaves:
            tensor = state.heap[leaf]
            if isinstance(tensor, TensorRecord):
                state.write(tensor.storage, m.event(EventKind.MODIFIED, request.span), False)


def call_opaque_method(
    m: Machine, state: State, callee: Symbol, receiver: Value, name: str, request: CallRequest
) -> list[Outcome]:
    """receiver.name(...), where the receiver's class cannot be seen."""
    if run_as_optimizer(m, state, receiver, name, request):
        return [Outcome(state, NONE)]
    if isinstance(receiver, Symbol) and receiver.key[0] == "scheduler":  # whatever it is given it takes as a number
        return [Outcome(state, m.symbol("value", plain=True))]
    handle = register_hook(m, state, receiver, name, request)
    if handle is not None or remove_hook(state, receiver, name):
        return [Outcome(state, handle or NONE)]
    entered = call_stack(m, state, receiver, name, request.first())
    if entered is not None:
        return [Outcome(state, entered)]
    if name in ("items", "values", "keys") and attributes_behind(state, receiver) is not None:
        return [Outcome(state, Lazy(name, (receiver,)))]
    told = call_dictionary_method(m, state, receiver, name, request)
    told = told or call_tuple_method(m, state, receiver, name, request) or call_output_method(state, receiver, name)
    told = told or call_text_method(state, receiver, name, request)
    if told is not None:
        return [Outcome(state, told)]
    known = call_known_method(m, state, receiver, name, request)
    if known is not None:
        return known
    if name == "forward" and looks_like_module(m, receiver):
        return [Outcome(state, call_opaque(m, state, receiver, request))]
    if isinstance(receiver, Symbol) and name in _KEEPERS:
        _keep(m, state, receiver, request)
    _note_driver(state, name)
    if isinstance(receiver, Symbol) and _is_tensor_like(m, state, receiver) and find_method(name) is not None:
        return run_method_role(m, state, receiver, name, request)
    if isinstance(receiver, Symbol) and receiver.plain:
        escape_to_handed(m, state, request.values())
        if not any(True for _ in _operands(m, state, request)):
            return [Outcome(state, m.symbol("value", plain=True))]
    given_out = _given_out(m, state, receiver) if request.instruction.used else None
    result = given_out or call_opaque(m, state, callee, request)
    note_part(state, receiver, name, result)
    return [Outcome(state, result)]


def _given_out(m: Machine, state: State, receiver: Value) -> Value | None:
    """What a container that cannot be seen returns may be any of the tensors that it holds."""
    held = lookup(state.overlay.get(receiver.key, ()), "+") if isinstance(receiver, Symbol) else None
    return any_graph_in(m, state, [held]) if held is not None else None


def _note_driver(state: State, name: str) -> None:
    """A method that may step an optimiser or clear gradients: losses before and after it are no parts of one sum."""
    if name == "zero_grad" or _suggests_driver(name):
        state.quiet_since = state.tick()


def _keep(m: Machine, state: State, receiver: Symbol, request: CallRequest) -> None:
    """A container that cannot be seen holds the tensors that it is given."""
    given = tuple(value for value in request.values() if graph_operands(m, state, [value]))
    if given:
        pairs = state.overlay.get(receiver.key, ())
        before = lookup(pairs, "+")
        kept = (*before.items, *given) if isinstance(before, Tuple) else given
        state.overlay[receiver.key] = replace_pair(pairs, "+", Tuple(kept))


def _is_tensor_like(m: Machine, state: State, receiver: Symbol) -> bool:
    return receiver.key in state.tensors or receiver.plain or m.carries_graph(receiver.key)


def call_opaque_tensor_method(m: Machine, state: State, receiver: Value, name: str, request: CallRequest) -> Value:
    """A method, unknown to the tables, of something that hangs on a graph (a distribution, an output object)."""
    if run_as_optimizer(m, state, receiver, name, request):
        return NONE
    _note_driver(state, name)
    handle = register_hook(m, state, receiver, name, request)
    if handle is not None:
        return handle
    record = state.tensor(receiver)
    control = find_control_method(name, "any")
    if control is not None and control.role in _READING and not makes_graph(m, state, control, request):
        return m.symbol("value", plain=True)
    operands = graph_operands(m, state, [receiver, *request.values()])
    if name == "backward":
        escape(m, state, request.values())
        state.unknown_reach = True
    if record is None or record.requires_grad is Ternary.NO and not operands:
        return m.symbol("value", plain=True)
    text = m.event(EventKind.BUILT, request.span).text
    assumption = f"{text} is taken to build a graph with saved tensors"
    node, requires = add_node(m, state, "call", operands, (), Ternary.YES, request.span, None, assumption)
    return new_tensor(m, state, node, requires, opaque=True)


def call_opaque_module(m: Machine, state: State, module: Value, request: CallRequest) -> Value:
    """The forward of a module whose code cannot be seen, but whose parameters are known."""
    leaves, saved = weights_of(m, state, module)
    operands = _operands(m, state, request)
    text = m.event(EventKind.BUILT, request.span).text
    assumption = f"{text} is taken to build a graph with saved tensors"
    node, requires = add_node(
        m, state, "call", [*operands, *leaves], saved, Ternary.YES, request.span, None, assumption
    )
    return new_tensor(m, state, node, requires, opaque=True)


def stored_outside(state: State) -> list[Value]:
    """What was stored in objects that a client outside the project has handed in."""
    return [value for key, pairs in state.overlay.items() if _is_handed(key) for _, value in pairs]


def _is_handed(key: object) -> bool:
    """Is it a parameter of an entry point, or an attribute or item of one?"""
    while isinstance(key, tuple) and len(key) > 1 and key[0] in ("attr", "item"):
        key = key[1]
    return isinstance(key, tuple) and key[:1] == ("parameter",)


def note_returned(m: Machine, state: State, value: Value) -> None:
    """A client outside the project receives the value: it may send the graph of a tensor in it backward."""
    roots = [part.node for part in graph_operands(m, state, [value]) if part.node is not None]
    for node in m.graph.reach(roots):
        kept = state.kept.get(node.number)
        if kept is not None and node.number not in state.freed:
            for site in kept.sites:
                m.ledger.retains[site].escaped = True
