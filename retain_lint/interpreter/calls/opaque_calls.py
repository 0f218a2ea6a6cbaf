"""Callees that cannot be seen. Floor 3.

An opaque callee given graph tensors is taken to return a tensor built on them, with saved buffers; an opaque module also on its
own parameters, which it saves (DESIGN: Paths). A statement that hands a tensor to code of the project's outside may run the
engine on it: what it can reach is then unknown, and unknown is silent.
"""

from __future__ import annotations

from retain_lint.domain.assume import forget_attributes
from retain_lint.domain.autograd_graph import NodeId, SavedTensor
from retain_lint.domain.call_verdict import Doubt, Reason
from retain_lint.domain.heap import OptimizerRecord
from retain_lint.domain.history import EventKind
from retain_lint.domain.joined_values import is_lost, may_keep
from retain_lint.domain.key_index import is_given, owners_of
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.loaded import LOADER, is_batch, is_loaded, is_scheduler
from retain_lint.domain.state import State
from retain_lint.domain.value import (
    NONE,
    External,
    Key,
    Known,
    Lazy,
    Symbol,
    Value,
    key_of,
)
from retain_lint.interpreter.autograd.gradient_flow import forget_gradients
from retain_lint.interpreter.autograd.optimizers import run_as_optimizer
from retain_lint.interpreter.calls.callee_kinds import (
    decorates,
    is_constructor,
    is_log,
    is_of_given,
    name_of,
    only_reads,
    says_detach,
    suggests_driver,
)
from retain_lint.interpreter.calls.given_back import given_back, takes_place
from retain_lint.interpreter.calls.given_models import may_set_flags, note_given_models
from retain_lint.interpreter.calls.named_data import call_named_data
from retain_lint.interpreter.calls.opaque_containers import fill, fill_empty, given_out, keep
from retain_lint.interpreter.calls.opaque_results import (
    assume,
    build_as,
    is_differentiable,
    is_part_of_network,
    may_run,
    note_one_graph,
    object_made,
    only_computes,
    runs_as_module,
)
from retain_lint.interpreter.calls.perhaps_cleared import note_perhaps_cleared, note_perhaps_cleared_by
from retain_lint.interpreter.calls.wrapped_models import is_optimizer, makes_trainers
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.data_model.attribute_dicts import call_dictionary_method
from retain_lint.interpreter.data_model.copied_containers import copy_unknown
from retain_lint.interpreter.data_model.layer_containers import container_behind
from retain_lint.interpreter.effects.escape import escape, escape_joined, escape_kept, reason_to
from retain_lint.interpreter.effects.escaping_functions import (
    escape_to_handed,
    escape_to_holder,
    returned_by_given,
    sees_data_only,
)
from retain_lint.interpreter.effects.frozen_models import compute_frozen, frozen_whole, note_given
from retain_lint.interpreter.effects.opaque_base_methods import blur_inherited
from retain_lint.interpreter.effects.opaque_objects import (
    RESULT,
    hangs_on_data,
    is_of_library,
    note_built,
    take_as_object,
)
from retain_lint.interpreter.effects.opaque_parameters import makes_batches, note_use
from retain_lint.interpreter.effects.optimizers_handed_on import note_handed_optimizers
from retain_lint.interpreter.heap.known_records import tensor_at
from retain_lint.interpreter.heap.module_elements import has_module_values
from retain_lint.interpreter.heap.objects import (
    last_name,
    leaves_of,
    looks_like_module,
)
from retain_lint.interpreter.heap.overwritten_settings import container_of, doubt_constants, overwrites
from retain_lint.interpreter.heap.provenance import compute_of_given, is_method_of_given
from retain_lint.interpreter.heap.record_classes import attributes_behind, call_tuple_method
from retain_lint.interpreter.heap.strings import call_text_method
from retain_lint.interpreter.heap.tensors import Operand, add_node, any_graph_in, graph_operands, new_tensor
from retain_lint.interpreter.heap.unset_attributes import note_open
from retain_lint.interpreter.library.forward_hooks import note_part, note_wrapped, register_hook
from retain_lint.interpreter.library.torch_roles import run_method_role
from retain_lint.interpreter.library.well_known_methods import call_known_method, makes_graph
from retain_lint.torch_api.distributions import METHODS
from retain_lint.torch_api.lookup import find_control_method, find_method
from retain_lint.torch_api.spec import Role
from retain_lint.torch_api.vocabulary import DRIVING_FLAGS, HALVES, KEEPERS

#: the methods by whose names a function is asked to detach what it is given
_DETACHING = ("detach", "detach_")
#: what makes nothing that hangs on a graph
_READING = frozenset({Role.VALUE, Role.SIZE, Role.HARMLESS})


def call_opaque(m: Analysis, state: State, callee: Value, request: CallRequest) -> Value:
    """Calls a value that nothing is known of."""
    take_as_object(state, callee)
    if may_keep(callee):
        escape_joined(m, state, state.unseen_built.get(callee.key, ()))
    if (back := given_back(m, state, name_of(callee), request)) is not None:
        return back
    result = _call_unseen(m, state, callee, request)
    note_use(m, state, callee, request, result)
    note_given(m, state, callee, request)
    if is_constructor(callee) or takes_place(m, request):
        note_wrapped(m, state, request, result)
    if name_of(callee) not in KEEPERS and (request.instruction.used or not may_set_flags(name_of(callee))):
        note_built(m, state, callee, request, result)
    fill_empty(m, state, callee, request, result)
    return result


def _call_unseen(m: Analysis, state: State, callee: Value, request: CallRequest) -> Value:
    if decorates(request):
        return m.symbol("made", name_of(callee)) if may_set_flags(name_of(callee)) else request.positional[0]
    escape_to_handed(m, state, request.values())
    note_handed_optimizers(m, state, request.values())
    note_perhaps_cleared_by(m, state, callee, request)
    if not is_constructor(callee):
        note_given_models(m, state, name_of(callee), request)
    note_open(m, request.values())
    blur_inherited(m, state, callee, suggests_driver(name_of(callee).lower()))
    if isinstance(callee, Symbol) and callee.key[0] in ("getattr", "item"):
        escape_to_holder(m, state, callee, request.values())
    events = _operands(m, state, request)
    if events and makes_batches(m, state, request):
        events = [part for part in events if part.node is None or not hangs_on_data(m, part.node)]
    runs = runs_as_module(m, state, callee, request)
    model = callee if runs else _run_in_part(m, callee) or frozen_whole(m, state, callee)
    module = model is not None
    leaf, saved = ([], ()) if model is None else weights_of(m, state, model)
    if model is not None and (computed := compute_frozen(m, state, model, request)) is not None:
        return computed
    if not events and not leaf:
        if (made := object_made(m, state, callee, request)) is not None:
            return made
        return returned_by_given(m, state, request) or maybe_source(m, state, request, callee)
    network = module or is_part_of_network(m, state, callee)
    _havoc(m, state, callee, request, network)
    if not module and makes_trainers(m, state, request, events):
        return m.symbol("made", name_of(callee), plain=False)
    if any(isinstance(value, Known) and value.value in _DETACHING for value in request.values()):
        return m.symbol("value", plain=True)
    detaches = says_detach(callee)
    if (detaches or not module) and _may_detach(m, state, request, detaches):
        kept = None if detaches else any_graph_in(m, state, request.values())
        return kept or m.symbol("value", plain=True)
    runs_model = any(may_run(m, state, value) for value in request.values())
    holds, assumption = build_as(m, callee, request, module, runs_model)
    op = "module" if module else "call"
    hangs_on = network or not runs_model and is_differentiable(m, callee, request)
    node, requires = add_node(
        m, state, op, [*events, *leaf], saved, holds, request.span, None if hangs_on else Ternary.MAYBE, assumption
    )
    if node is None:
        return m.symbol("value", plain=True)
    if runs_model:
        m.facts.model_results.add(node)
    note_one_graph(m, node, callee, request)
    _note_hiding(m, state, node, NONE if module else callee, request)
    return new_tensor(m, state, node, requires, opaque=True)


def _run_in_part(m: Analysis, callee: Value) -> Symbol | None:
    """The opaque module of which one half is run: `vae.encode(x)`. One that only encodes may do so without gradients, as
    embedders of sentences do."""
    if not isinstance(callee, Symbol) or callee.key[0] != "attr" or callee.key[-1] not in HALVES:
        return None
    key = callee.key[1]
    if not isinstance(key, tuple) or key not in m.facts.module_keys:
        return None
    used = m.program.evidence.get(last_name(key) or "", frozenset())
    return Symbol(key) if used >= HALVES or m.context.function.mentions >= HALVES else None


def _may_detach(m: Analysis, state: State, request: CallRequest, detaches: bool) -> bool:
    """What was sent backward and is handed to a function that says that it `detaches`, or whose result takes its place, may come
    back detached."""
    # what `map` calls has no arguments as written
    if not detaches and request.instruction.arguments and not takes_place(m, request):
        return False
    roots = [part.node for part in _operands(m, state, request) if part.node is not None]
    return any(node.number in state.freed or node.number in state.kept for node in m.graph.reach(roots))


def _operands(m: Analysis, state: State, request: CallRequest) -> list[Operand]:
    from_arguments: list[Operand] = []
    variables = state.variables(m.frame)
    written = {}
    for argument in request.instruction.arguments:
        value = variables.get(argument.value)
        if value is not None:
            written[key_of(value)] = m.event(EventKind.BOUNDARY, argument.span)
    for value in request.values():
        from_arguments += graph_operands(m, state, [value], written.get(key_of(value)))
    return [part for part in from_arguments if part.node is not None and _matters(m, part)]


def _matters(m: Analysis, part: Operand) -> bool:
    """Unknown values given to unseen code are mostly data: only what hangs on a known node counts."""
    return part.node is not None and m.graph[part.node].op != "unknown"


def weights_of(m: Analysis, state: State, module: Value) -> tuple[list[Operand], tuple[SavedTensor, ...]]:
    """The parameters of a module as operands, and as what its forward saves (it is assumed to be deep)."""
    operands, saved = [], []
    for leaf in leaves_of(m, state, module)[0]:
        record = tensor_at(state, leaf)
        if record.requires_grad is not Ternary.NO:
            operands.append(Operand(record.node, record.requires_grad, record.storage, leaf))
            saved.append(SavedTensor(record.storage, state.version(record.storage)))
    return operands, tuple(saved)


def maybe_source(m: Analysis, state: State, request: CallRequest, callee: Value = NONE) -> Value:
    """The result of an unseen callee that was given no graph: it may have built one of its own."""
    if makes_batches(m, state, request):
        return m.symbol(LOADER, plain=True)
    if state.grad_mode is Ternary.NO:
        return m.symbol("value", plain=True)
    if (computed := compute_of_given(m, state, callee, request.span)) is not None:
        return computed
    assumption = assume(m, request, "returns a tensor with a graph")
    node, requires = add_node(m, state, "call", [], (), Ternary.YES, request.span, Ternary.MAYBE, assumption)
    if node is None:
        return m.symbol("value", plain=True)
    if is_of_given(callee, request):
        m.facts.handed_out.setdefault(
            node, Doubt(Reason.FROM_CALLER, m.here())
        )  # the caller computed it, and may go on with it
    if is_method_of_given(m, callee):
        m.facts.of_given.add(node)
    _note_hiding(m, state, node, callee, request)
    if isinstance(callee, External) and all(sees_data_only(m, state, value) for value in request.values()):
        m.facts.of_libraries.add(node)
    made = new_tensor(m, state, node, requires, opaque=True)
    key: Key = (RESULT, made)
    state.take_for_tensor(key, made.address)
    return Symbol(key)


def _note_hiding(m: Analysis, state: State, node: NodeId, callee: Value, request: CallRequest) -> None:
    """`policy.act(x)` may hang on the weights of an opaque model, or of one that belongs to the object; and whatever is given
    what joined paths have lost, on that."""
    owners = tuple(owners_of(callee.key)) if isinstance(callee, Symbol) and callee.key[0] == "attr" else ()
    beside = owners and any(key in owners or owners[0] in owners_of(key) for key in state.leaves)
    if beside or any(isinstance(value, Symbol) and is_lost(value.key) for value in request.values()):
        m.facts.hiding.add(node)


def _havoc(m: Analysis, state: State, callee: Value, request: CallRequest, network: bool) -> None:
    """Unseen code that may run the engine on what it is given, or step an optimiser."""
    name = name_of(callee).lower()
    handed = isinstance(callee, Symbol) and callee.key[0] == "parameter"
    drives = (handed or suggests_driver(name)) and not is_log(callee)
    has_optimizer = any(is_optimizer(m, state, value) for value in request.values())
    if has_optimizer:
        forget_gradients(m, state, list(state.gradients))
        state.unknown_reach = True
        for value in request.values():
            _write_owned(m, state, value, request)
    says_so = not DRIVING_FLAGS.isdisjoint(request.keywords)
    if says_so or drives and not request.instruction.used or has_optimizer:
        escape(m, state, request.values(), reason_to(callee))
    elif not network and not only_computes(m, state, callee, request):
        escape_kept(m, state, request.values(), reason_to(callee))


def _write_owned(m: Analysis, state: State, value: Value, request: CallRequest) -> None:
    record = state.record(value)
    if isinstance(record, OptimizerRecord):
        for leaf in record.leaves:
            state.write(tensor_at(state, leaf).storage, m.event(EventKind.MODIFIED, request.span), False)


def call_opaque_method(
    m: Analysis, state: State, callee: Symbol, receiver: Value, name: str, request: CallRequest
) -> list[Outcome]:
    """receiver.name(...), where the receiver's class cannot be seen."""
    if run_as_optimizer(m, state, receiver, name, request):
        escape_kept(m, state, request.values())  # it may differentiate the loss that it is given
        return [Outcome(state, NONE)]
    if is_scheduler(receiver):  # whatever it is given it takes as a number
        return [Outcome(state, m.symbol("value", plain=True))]
    modelled = m.library.method(m, state, receiver, name, request)
    if modelled is not None:
        return modelled
    container = container_behind(state, receiver) if name in ("items", "values", "keys") else None
    if container is not None:
        return [Outcome(state, Lazy(name, (container,)))]
    if name in ("items", "values", "keys") and (
        is_given(receiver) or attributes_behind(state, receiver) is not None or has_module_values(m, receiver)
    ):
        return [Outcome(state, Lazy(name, (receiver,)))]
    made = call_dictionary_method(m, state, receiver, name, request)
    made = made or call_tuple_method(m, state, receiver, name, request)
    made = (
        made or call_text_method(state, receiver, name, request) or call_named_data(m, state, receiver, name, request)
    )
    made = made or copy_unknown(m, state, receiver, name, request)
    if made is not None:
        return [Outcome(state, made)]
    if isinstance(receiver, Symbol) and overwrites(name):
        doubt_constants(m, state, container_of(receiver.key) or receiver)
    if isinstance(receiver, Symbol) and name == "update":
        fill(m, state, receiver, request)
    known = call_known_method(m, state, receiver, name, request)
    if known is not None:
        return known
    if name == "forward" and looks_like_module(m, receiver):
        return [Outcome(state, call_opaque(m, state, receiver, request))]
    if isinstance(receiver, Symbol) and name in KEEPERS:
        keep(m, state, receiver, request)
    if (back := given_back(m, state, name, request)) is not None:
        return [Outcome(state, back)]
    _note_driver(m, state, name, request)
    if not request.instruction.used:
        forget_attributes(state, receiver)
    if isinstance(receiver, Symbol) and _is_tensor_like(m, state, receiver) and find_method(name) is not None:
        return run_method_role(m, state, receiver, name, request)
    if isinstance(receiver, Symbol) and receiver.plain and not (is_loaded(receiver) and looks_like_module(m, callee)):
        escape_to_handed(m, state, request.values())
        note_perhaps_cleared(m, state, name, request)
        note_given_models(m, state, name, request)
        if not any(True for _ in _operands(m, state, request)):
            return [Outcome(state, m.symbol("value", plain=True))]
    if isinstance(receiver, Symbol) and not (only_reads(name) or is_log(callee) or is_of_library(m, callee)):
        escape_kept(m, state, (receiver, *(stored for _, stored in state.attached(receiver.key))), reason_to(callee))
    held = given_out(m, state, receiver) if request.instruction.used else None
    result = held or call_opaque(m, state, callee, request)
    note_part(state, receiver, name, result)
    return [Outcome(state, result)]


def _note_driver(m: Analysis, state: State, name: str, request: CallRequest) -> None:
    """A method that may step an optimiser or clear gradients: losses before and after it are no parts of one sum."""
    if name in ("step", "zero_grad"):
        state.note_update(m.event(EventKind.MODIFIED, request.span))
    elif suggests_driver(name):
        state.quiet_since = state.tick()


def _is_tensor_like(m: Analysis, state: State, receiver: Symbol) -> bool:
    data = receiver.plain or is_batch(receiver.key)
    return data or receiver.key in state.tensors or m.carries_graph(receiver.key)


def call_opaque_tensor_method(m: Analysis, state: State, receiver: Value, name: str, request: CallRequest) -> Value:
    """A method, unknown to the tables, of something that hangs on a graph (a distribution, an output object)."""
    if run_as_optimizer(m, state, receiver, name, request):
        escape_kept(m, state, request.values())
        return NONE
    _note_driver(m, state, name, request)
    handle = register_hook(m, state, receiver, name, request)
    if handle is not None:
        return handle
    record = state.tensor(receiver)
    control = find_control_method(name, "any")
    if control is not None and control.role in _READING and not makes_graph(m, state, control, request):
        return m.symbol("value", plain=True)
    if not only_reads(name) and name not in METHODS:
        escape_kept(m, state, (receiver, *request.values()))
    operands = graph_operands(m, state, [receiver, *request.values()])
    if name == "backward":
        escape(m, state, (receiver, *request.values()))
        state.unknown_reach = True
    if record is None or record.requires_grad is Ternary.NO and not operands:
        return m.symbol("value", plain=True)
    assumption = assume(m, request, "returns a tensor with a graph")
    node, requires = add_node(m, state, "call", operands, (), Ternary.YES, request.span, None, assumption)
    return new_tensor(m, state, node, requires, opaque=True)


def call_opaque_module(m: Analysis, state: State, module: Value, request: CallRequest) -> Value:
    """The forward of a module whose code cannot be seen, but whose parameters are known."""
    leaves, saved = weights_of(m, state, module)
    if (computed := compute_frozen(m, state, module, request)) is not None:
        return computed
    operands = _operands(m, state, request)
    assumption = assume(m, request, "saves tensors for backward")
    node, requires = add_node(
        m, state, "call", [*operands, *leaves], saved, Ternary.YES, request.span, None, assumption
    )
    if node is not None:
        _note_hiding(m, state, node, NONE, request)
    return new_tensor(m, state, node, requires, opaque=True)
