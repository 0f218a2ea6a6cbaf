"""Calls, by what the callee is: a function of the project, a class, a module, a torch name, something unseen. Floor 3."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from retain_lint.domain.assume import forget_truth
from retain_lint.domain.call_verdict import Doubt, Reason
from retain_lint.domain.heap import ClassRecord, InstanceRecord, LayerRecord, ListRecord, TensorRecord
from retain_lint.domain.joined_values import is_lost
from retain_lint.domain.state import Frame, State
from retain_lint.domain.value import (
    BoundMethod,
    Context,
    External,
    FunctionValue,
    Key,
    Known,
    Manager,
    Method,
    Partial,
    Ref,
    Super,
    Symbol,
    Value,
)
from retain_lint.interpreter.autograd.tensor_hooks import register_tensor_hook
from retain_lint.interpreter.calls.callee_kinds import decorates, find_unbound
from retain_lint.interpreter.calls.costly_networks import construct_network
from retain_lint.interpreter.calls.gradient_modes import enter_mode, leave_mode
from retain_lint.interpreter.calls.merge_constructors import unite_networks
from retain_lint.interpreter.calls.merge_data_objects import unite_data_objects
from retain_lint.interpreter.calls.merge_factories import unite_models
from retain_lint.interpreter.calls.model_factories import call_factory
from retain_lint.interpreter.calls.opaque_calls import call_opaque, call_opaque_method
from retain_lint.interpreter.calls.own_steps import call_own_step
from retain_lint.interpreter.calls.perhaps_cleared import note_perhaps_cleared_in
from retain_lint.interpreter.calls.recursion import count_running, numbers_in, receiver_of
from retain_lint.interpreter.calls.repeated_forwards import call_forward
from retain_lint.interpreter.context.analysis import Analysis, CallContext, Outcome
from retain_lint.interpreter.context.budget import MAX_DEPTH, MAX_RECURSION
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.registers import held
from retain_lint.interpreter.data_model.builtin_functions import EXCEPTIONS, call_builtin
from retain_lint.interpreter.data_model.container_methods import call_container_method
from retain_lint.interpreter.data_model.type_tests import resolve_callee
from retain_lint.interpreter.effects.call_summaries import summarise
from retain_lint.interpreter.effects.closures import call_given_closures, find_closures
from retain_lint.interpreter.effects.data_only_calls import call_data, is_data_call
from retain_lint.interpreter.effects.effect_free import branches, is_quiet
from retain_lint.interpreter.effects.escape import hand_out, keep_graphs
from retain_lint.interpreter.effects.escaping_functions import escape_to_handed, seen_by
from retain_lint.interpreter.effects.given_functions import find_given, havoc_given
from retain_lint.interpreter.effects.graphless_calls import call_graphless, is_graphless
from retain_lint.interpreter.effects.module_state_havoc import blur_states, runs_keeping
from retain_lint.interpreter.effects.observed_calls import call_observed
from retain_lint.interpreter.effects.opaque_objects import method_of_object
from retain_lint.interpreter.effects.resumed_code import collect_yields
from retain_lint.interpreter.effects.unnamed_methods import escape_to_unnamed
from retain_lint.interpreter.heap.argument_binding import bind_parameters
from retain_lint.interpreter.heap.argument_nodes import argument_nodes
from retain_lint.interpreter.heap.descriptors import find_own
from retain_lint.interpreter.heap.lengths import note_length
from retain_lint.interpreter.heap.library_parts import init_inherited, is_own_step, make_empty
from retain_lint.interpreter.heap.objects import (
    allocate,
    class_attribute,
    external_bases,
    has_unseen_base,
    method_order,
    subclasses,
)
from retain_lint.interpreter.heap.record_classes import set_fields
from retain_lint.interpreter.library.forward_hooks import call_hooked, call_part_hooks
from retain_lint.interpreter.library.functools_cache import call_cached
from retain_lint.interpreter.library.graphless_classes import make_graphless
from retain_lint.interpreter.library.modules import apply_layer, call_module_method, make_layer
from retain_lint.interpreter.library.torch_roles import call_optimizer_method, call_tensor_method, call_torch
from retain_lint.ir.model import Call
from retain_lint.source import Span
from retain_lint.torch_api.lookup import find_layer

#: hooks that run while the engine does, or with a step
_BACKWARD_HOOKS = frozenset(
    f"register_{kind}_hook"
    for kind in ("full_backward", "full_backward_pre", "backward", "post_accumulate_grad", "step_pre", "step_post")
) | {"register_hook", "retain_grad"}


def call_value(
    m: Analysis,
    state: State,
    function: Value,
    positional: tuple[Value, ...],
    keywords: Mapping[str, Value],
    span: Span,
    instruction: Call | None = None,
) -> list[Outcome]:
    """Calls any value on one path."""
    function = resolve_callee(state, function)
    request = CallRequest(positional, dict(keywords), span, instruction or Call(span, "%", "%", ()))
    if isinstance(function, FunctionValue):
        return call_cached(state, function, request, lambda: call_function(m, state, function, request))
    if isinstance(function, BoundMethod):
        return call_value(m, state, function.function, (function.receiver, *positional), keywords, span, instruction)
    if isinstance(function, Partial):
        return _call_partial(m, state, function, request)
    given = (function.receiver,) if isinstance(function, Method) else ()
    forget_truth(state, (*given, *request.values()))
    values = () if decorates(request) else request.values()
    closures, handed = find_closures(m, state, values), find_given(m, state, function, values)
    before = state.fork() if closures else state
    outcomes = _call_foreign(m, state, function, request)
    havoc_given(m, outcomes, handed, values)
    if closures:
        call_given_closures(m, before, function, closures, request)
    return outcomes


def _call_foreign(m: Analysis, state: State, function: Value, request: CallRequest) -> list[Outcome]:
    """What is no function of the project, though it may be an object of one of its classes."""
    if isinstance(function, Method):
        return _call_method(m, state, function, request)
    if isinstance(function, External):
        return _call_external(m, state, function, request)
    if isinstance(function, Context):
        return _decorate(m, state, function, request)
    if isinstance(function, Ref):
        return _call_object(m, state, function, request)
    if isinstance(function, Symbol) and is_lost(function.key):
        m.ledger.suspicions.add("lost")
    if isinstance(function, Symbol) and function.key[0] == "attr":
        return call_part_hooks(m, function, _call_unknown_attribute(m, state, function, request), request.span)
    return call_part_hooks(m, function, [Outcome(state, call_opaque(m, state, function, request))], request.span)


def _decorate(m: Analysis, state: State, context: Context, request: CallRequest) -> list[Outcome]:
    given = request.positional[0] if request.positional else None
    if isinstance(given, FunctionValue):
        return [Outcome(state, replace(given, mode=given.mode or context))]
    if isinstance(given, (BoundMethod, Method, Partial)):
        return [Outcome(state, Partial(given, (), (), context))]
    return [Outcome(state, given if given is not None else context)]


def _call_partial(m: Analysis, state: State, partial: Partial, request: CallRequest) -> list[Outcome]:
    positional, keywords = (*partial.arguments, *request.positional), {**dict(partial.keywords), **request.keywords}
    outer = enter_mode(state, partial.mode)
    outcomes = call_value(m, state, partial.function, positional, keywords, request.span, request.instruction)
    return leave_mode(outcomes, partial.mode, outer)


def call_function(m: Analysis, state: State, function: FunctionValue, request: CallRequest) -> list[Outcome]:
    """Calls a function of the project. One that leaves no trace but its result is not run for nothing; that, one that sees
    nothing but data, or one without gradients, is summarised. A manager's function waits for its `with`."""
    if function.manager:
        manager = Manager(function, request.positional, tuple(request.keywords.items()))
        return [Outcome(state, manager)] if request.at_yield is None else _call(m, state, function, request)
    quiet = not request.hands_code() and is_quiet(m, function.function)
    if quiet and not request.instruction.used and not runs_keeping(m, state, function.function, request.values()):
        blur_states(m, state, function.function)
        note_perhaps_cleared_in(m, state, function.function, request)
        return [Outcome(state, Known(None))]
    return call_forward(m, state, function, request, lambda: _follow(m, state, function, request, quiet))


def _follow(m: Analysis, state: State, function: FunctionValue, request: CallRequest, quiet: bool) -> list[Outcome]:
    """Calls a function, which leaves no trace but its result if it is `quiet`."""
    data = not request.hands_code()

    def run(path: State) -> list[Outcome]:
        return _call(m, path, function, request)

    if data and is_own_step(state, function, request):
        return call_own_step(m, state, function, request, run)
    if data and is_graphless(m, state, function):
        return call_graphless(m, state, function, request, run)
    if branches(m, function.function) and (quiet or is_data_call(m, state, function, request)):
        return (summarise if quiet else call_data)(m, state, function, request, run)
    return call_observed(m, state, function, request, lambda: run(state))


def _call(m: Analysis, state: State, function: FunctionValue, request: CallRequest) -> list[Outcome]:
    """Inlines a function, unless the depth bound is reached. A path that recurses past the bound ends: the others say what
    the recursion comes to."""
    if m.budget.overdrawn:
        return []
    receiver = receiver_of(state, request)
    running = count_running(m, function, receiver, request)
    if len(m.stack) > MAX_DEPTH or running >= MAX_RECURSION or m.budget.spent:
        m.ledger.budget_cuts["depth"] += 1
        reason = Reason.STEPS if m.budget.spent else Reason.DEPTH
        m.ledger.cut_functions.setdefault(id(function.function), Doubt(reason, m.location(request.span)))
        if request.at_yield is not None:
            return request.at_yield(state, m.symbol("entered"))
        if running >= MAX_RECURSION and not m.budget.spent:
            return []
        return [Outcome(state, call_opaque(m, state, function, request))]
    spare = state.fork() if running == 0 and function.function.name in function.function.mentions else None
    outcomes = call_factory(m, state, function, request, lambda: _inline(m, state, function, request, receiver))
    if not outcomes and spare is not None:
        hand_out(m, spare, tuple(keep_graphs(m, spare, seen_by(m, spare, function))))  # it may give out what it sees
        return [Outcome(spare, call_opaque(m, spare, function, request))]
    return outcomes


def _inline(
    m: Analysis, state: State, function: FunctionValue, request: CallRequest, receiver: Ref | None
) -> list[Outcome]:
    frame = Frame(bind_parameters(m, state, function, request), function.frame)
    arguments = tuple(argument_nodes(m, state, request))
    context = CallContext(
        m.fresh(),
        function.function,
        function.module,
        m.location(request.span),
        arguments,
        function.owner,
        receiver,
        numbers_in(request),
        request.at_yield,
    )
    if function.function.name == "__init__":
        m.loops.constructions.add(m.location(request.span))
    before = enter_mode(state, function.mode)
    outcomes = leave_mode(m.interpreter.run_function(m, state, function, frame, context), function.mode, before)
    if function.function.is_generator:
        return [collect_yields(m, outcome, function, request) for outcome in outcomes]
    return unite_models(m, outcomes, context.frame)


def _call_method(m: Analysis, state: State, method: Method, request: CallRequest) -> list[Outcome]:
    receiver = method.receiver
    record = state.record(receiver)
    if method.name in _BACKWARD_HOOKS:
        handle = register_tensor_hook(m, state, receiver, method.name, request)
        if handle is not None:
            return [Outcome(state, handle)]
        escape_to_handed(m, state, request.values())
    if isinstance(receiver, Super):
        return _call_super(m, state, receiver, method.name, request)
    if isinstance(record, TensorRecord):
        return call_tensor_method(m, state, receiver, method.name, request)
    if isinstance(record, LayerRecord) or (isinstance(record, InstanceRecord) and isinstance(receiver, Ref)):
        return call_module_method(m, state, receiver, method.name, request)
    if isinstance(record, ClassRecord) and isinstance(receiver, Ref) and method.name == "__subclasses__":
        return [Outcome(state, allocate(m, state, ListRecord(subclasses(state, receiver))))]
    modelled = m.library.method(m, state, receiver, method.name, request)
    if modelled is not None:
        return modelled
    optimizer = call_optimizer_method(m, state, receiver, method.name, request)
    if optimizer is not None:
        return optimizer
    return call_container_method(m, state, receiver, method.name, request)


def _call_super(m: Analysis, state: State, receiver: Super, name: str, request: CallRequest) -> list[Outcome]:
    record = state.record(receiver.receiver)
    if name in ("__init__", "__init_subclass__"):
        init_inherited(m, state, receiver.receiver, request)
        return [Outcome(state, Known(None))]
    if name == "__call__" and isinstance(record, InstanceRecord) and isinstance(receiver.receiver, Ref):
        return _call_instance(m, state, receiver.receiver, record, request, ("forward",))
    if name in ("forward", "__call__"):
        return apply_layer(m, state, receiver.receiver, request)
    if name == "__new__" and isinstance(cls := request.first(), Ref) and isinstance(state.record(cls), ClassRecord):
        return [Outcome(state, make_empty(m, state, cls, request.span))]
    if name == "__getattr__" and isinstance(record, InstanceRecord) and not has_unseen_base(state, record.cls):
        return [find_own(state, record, request.first())]
    return call_module_method(m, state, receiver.receiver, name, request)


def _call_unbound(m: Analysis, state: State, receiver: Super, name: str, request: CallRequest) -> list[Outcome]:
    base, _, method = name.rpartition(".")
    if method != "__init__":
        return _call_super(m, state, receiver, method, request)
    init_inherited(m, state, receiver.receiver, request, named=base)
    return [Outcome(state, Known(None))]


def _call_external(m: Analysis, state: State, function: External, request: CallRequest) -> list[Outcome]:
    name, unbound = function.name, find_unbound(state, function, request)
    if unbound is not None:
        return _call_unbound(m, state, unbound, name, replace(request, positional=request.positional[1:]))
    modelled = m.library.call(m, state, name, request)
    if modelled is not None:
        return modelled
    if name.startswith("builtins."):
        return call_builtin(m, state, name.removeprefix("builtins."), request)
    spec = find_layer(name)
    if spec is not None:
        return [Outcome(state, make_layer(m, state, spec, request))]
    outcomes = call_torch(m, state, name, request)
    return note_length(name, request, outcomes)


def _call_object(m: Analysis, state: State, function: Ref, request: CallRequest) -> list[Outcome]:
    record = state.get(function.address)
    if isinstance(record, ClassRecord):
        return instantiate(m, state, function, record, request)
    if isinstance(record, LayerRecord):
        return call_hooked(m, state, function, request, lambda path, given: apply_layer(m, path, function, given))
    if isinstance(record, InstanceRecord):
        return call_hooked(
            m, state, function, request, lambda path, given: _call_instance(m, path, function, record, given)
        )
    if isinstance(record, TensorRecord) and function.address in state.parts:
        method = method_of_object(m, state, function)
        if method is not None:
            return call_part_hooks(m, method, _call_unknown_attribute(m, state, method, request), request.span)
        name = str(state.parts[function.address][1])
        made = m.interpreter.call_opaque_tensor_method(m, state, function, name, request)
        return call_part_hooks(m, function, [Outcome(state, made)], request.span)
    return [Outcome(state, call_opaque(m, state, function, request))]


def _call_instance(
    m: Analysis,
    state: State,
    function: Ref,
    record: InstanceRecord,
    request: CallRequest,
    names: tuple[str, ...] = ("__call__", "forward"),
) -> list[Outcome]:
    """Runs the first of these methods that the object has; torch's own `Module.__call__` comes to `forward`."""
    for name in names:
        method = class_attribute(state, record.cls, name)
        if isinstance(method, FunctionValue):
            m.followed.add(m.location(request.span))
            return call_function(m, state, method, request.prepend(function))
    return apply_layer(m, state, function, request)


def instantiate(m: Analysis, state: State, cls: Ref, record: ClassRecord, request: CallRequest) -> list[Outcome]:
    """Makes an object of a class of the project and runs its constructor, unless it is beside all graphs."""
    m.instantiated.update((made.module, made.name) for made in method_order(state, cls.address))
    if (graphless := make_graphless(m, state, cls.address, request)) is not None:
        return [Outcome(state, graphless)]
    if any(isinstance(base, External) and base.name in EXCEPTIONS for base in external_bases(state, cls.address)):
        hand_out(m, state, request.values(), Reason.TO_HANDLER)
    new = class_attribute(state, cls.address, "__new__")
    if isinstance(new, FunctionValue):
        made = call_function(m, state, new, request.prepend(cls))
        if "__new__" not in new.function.mentions:  # it makes something else in its place
            return made
        outcomes = [done for path in made for done in _initialise(m, path, cls, request)]
    else:
        outcomes = construct_network(m, state, cls, request, lambda: _construct(m, state, cls, request))
    for outcome in outcomes:
        if isinstance(outcome.value, Ref):
            escape_to_unnamed(m, outcome.state, outcome.value, cls.address)
    return outcomes


def _initialise(m: Analysis, path: Outcome, cls: Ref, request: CallRequest) -> list[Outcome]:
    """What `__new__` has made, or found again, after its constructor, if it is an object of the class; any other as it is."""
    made, record = path.value, path.state.record(path.value)
    init = class_attribute(path.state, cls.address, "__init__")
    unseen = record.opaque if isinstance(record, TensorRecord) else isinstance(made, Symbol)
    if unseen and not path.raised:
        return _construct(m, path.state, cls, request)
    if path.raised or not isinstance(record, InstanceRecord) or record.cls != cls.address or not isinstance(made, Ref):
        return [path]
    if not isinstance(init, FunctionValue):
        return [path]
    return [o._replace(value=made) for o in call_function(m, path.state, init, request.prepend(made))]


def _construct(m: Analysis, state: State, cls: Ref, request: CallRequest) -> list[Outcome]:
    """Makes the object, and runs what is written, or left out, as its constructor."""
    made = make_empty(m, state, cls, request.span)
    init = class_attribute(state, cls.address, "__init__")
    if not isinstance(init, FunctionValue):
        set_fields(m, state, cls, made, request)
        init_inherited(m, state, made, request)
        after = class_attribute(state, cls.address, "__post_init__")
        if not isinstance(after, FunctionValue):
            return [Outcome(state, made)]
        with held(m, state, made) as outcomes:
            outcomes += call_value(m, state, after, (made,), {}, request.span)
        return [Outcome(outcome.state, made, outcome.raised) for outcome in outcomes]
    with held(m, state, made) as outcomes:
        ended = call_function(m, state, init, request.prepend(made))
        outcomes += unite_data_objects(m, unite_networks(m, ended, made), made)
    return [Outcome(outcome.state, made, outcome.raised) for outcome in outcomes]


def _call_unknown_attribute(m: Analysis, state: State, function: Symbol, request: CallRequest) -> list[Outcome]:
    base: Key = function.key[1]  # type: ignore[assignment]
    receiver: Value = Symbol(base, function.plain)
    if base[0] == "object":
        receiver = base[1]  # type: ignore[assignment]
    if base[0] == "grad":
        return call_tensor_method(m, state, Symbol(base, plain=True), str(function.key[2]), request)
    return call_opaque_method(m, state, function, receiver, str(function.key[2]), request)
