"""torch's names: operations, and functions and methods with a role of their own. Floor 3.

What a name means is a row of torch_api; this file only knows the roles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from retain_lint.domain.heap import OptimizerRecord, TensorRecord
from retain_lint.domain.history import EventKind
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import (
    NONE,
    Context,
    External,
    FunctionValue,
    Known,
    Lazy,
    Ref,
    Symbol,
    Tuple,
    Value,
    key_of,
)
from retain_lint.interpreter.adapters import adapt
from retain_lint.interpreter.assume import resolve, truth_of
from retain_lint.interpreter.attributes import cut_in_place
from retain_lint.interpreter.backward import UNSEEN
from retain_lint.interpreter.custom_functions import apply_function, run_checkpoint
from retain_lint.interpreter.engine_calls import BACKWARD, run_backward, run_grad
from retain_lint.interpreter.gradient_uses import clip_norm
from retain_lint.interpreter.idle_steps import note_cut
from retain_lint.interpreter.items import get_item
from retain_lint.interpreter.iteration import bound_length, concrete_items
from retain_lint.interpreter.machine import Machine, Outcome
from retain_lint.interpreter.modules import copy_deeply, reparametrise, write_parameters
from retain_lint.interpreter.objects import set_requires_grad
from retain_lint.interpreter.operations import apply_operation, bind_operation, cut
from retain_lint.interpreter.optimizer_classes import init_optimizer
from retain_lint.interpreter.optimizers import add_group, make_optimizer, step, zero_grad
from retain_lint.interpreter.request import CallRequest
from retain_lint.interpreter.stepping import clear_gradients, read_gradient
from retain_lint.interpreter.tensors import find_tensors, graph_operands, materialise, new_leaf, new_tensor
from retain_lint.interpreter.unseen_slices import note_tensors
from retain_lint.interpreter.wrapped_modules import wrap
from retain_lint.torch_api.lookup import find_control, find_control_method, find_method, find_op, find_optimizer
from retain_lint.torch_api.spec import ControlSpec, Forwards, OpSpec, Role

#: the key of an object of a framework's class: GradScaler, Fabric, Accelerator
ENGINE = "engine"


def call_torch(m: Machine, state: State, name: str, request: CallRequest) -> list[Outcome]:
    """Calls a foreign function or class by its qualified name."""
    control = find_control(name)
    if control is not None:
        return run_role(m, state, control, request)
    optimizer = find_optimizer(name)
    if optimizer is not None:
        return [Outcome(state, make_optimizer(m, state, optimizer, request))]
    spec = find_op(name)
    if spec is not None:
        return [Outcome(state, _apply(m, state, spec, request))]
    if name.startswith("torch.Tensor.") and request.positional:
        return call_tensor_method(m, state, request.positional[0], name.rpartition(".")[2], request.drop(1))
    return [Outcome(state, m.opaque(m, state, External(name), request))]


def _apply(m: Machine, state: State, spec: OpSpec, request: CallRequest) -> Value:
    events = [m.event(EventKind.BOUNDARY, a.span) for a in request.instruction.arguments if a.keyword is None]
    if len(events) < len(request.positional):
        events = [m.event(EventKind.BOUNDARY, request.instruction.receiver or request.span), *events]
    keywords = {k: v for k, v in request.keywords.items() if k != "**"}
    note_tensors(m, state, spec, request.positional)
    return apply_operation(
        m, state, spec, bind_operation(m, state, spec, request.positional, keywords, events), request.span
    )


def call_tensor_method(m: Machine, state: State, receiver: Value, name: str, request: CallRequest) -> list[Outcome]:
    """tensor.name(...)"""
    if isinstance(receiver, Symbol) and receiver.key[0] == "grad":
        return [Outcome(state, _call_gradient_method(m, state, receiver, name, request))]
    return run_method_role(m, state, receiver, name, request)


def _call_gradient_method(m: Machine, state: State, receiver: Symbol, name: str, request: CallRequest) -> Value:
    leaf = receiver.key[1]
    if isinstance(leaf, int):
        if name == "zero_":
            clear_gradients(m, state, [leaf], m.event(EventKind.CLEARED, request.span))
        elif name not in ("detach_", "detach", "requires_grad_"):
            read_gradient(m, state, leaf)
    return receiver if name in ("detach", "data", "zero_", "detach_") else m.symbol("value", plain=True)


def run_method_role(m: Machine, state: State, receiver: Value, name: str, request: CallRequest) -> list[Outcome]:
    """A method of a tensor: its role, else its row in the op table, else something unseen built on it."""
    control = find_control_method(name, "tensor")
    if control is not None:
        if control.role is Role.BACKWARD and not _sends_its_argument(m, state, receiver, request):
            return run_backward(m, state, receiver, control.parameters, request)
        if control.role is not Role.BACKWARD:
            return run_role(m, state, control, request.prepend(receiver), method=True)
    spec = find_method(name)
    if spec is not None:
        return [Outcome(state, _apply(m, state, spec, request.prepend(receiver)))]
    return [Outcome(state, m.opaque_tensor_method(m, state, receiver, name, request))]


def _sends_its_argument(m: Machine, state: State, receiver: Value, request: CallRequest) -> bool:
    """Is it the backward method of an object made by unseen code, which is given the losses? What was itself computed of
    tensors is rather a tensor, given a gradient that cannot be seen."""
    record = state.tensor(receiver)
    first = request.first()
    if record is None or not record.opaque or first is None:
        return False
    node = None if record.node is None else m.graph[record.node]
    if node is not None and (node.op == "module" or not node.choice and node.op not in UNSEEN):
        return False
    given = [m.graph[part.node] for part in graph_operands(m, state, [first]) if part.node is not None]
    computed = node is not None and bool(node.inputs)
    return any(not computed or one.op != "unknown" for one in given)


def call_optimizer_method(
    m: Machine, state: State, receiver: Value, name: str, request: CallRequest
) -> list[Outcome] | None:
    """A method of an optimiser; None if the receiver is none."""
    if not isinstance(state.record(receiver), OptimizerRecord):
        return None
    control = find_control_method(name, "optimizer")
    if control is not None and control.role is Role.STEP:
        return step(m, state, receiver, request)
    if control is not None and control.role is Role.ZERO_GRAD:
        zero_grad(m, state, receiver, request)
    elif control is not None and control.role is Role.ADD_PARAM_GROUP:
        add_group(m, state, receiver, request.first() or NONE)
    return [Outcome(state, NONE)]


def run_role(
    m: Machine, state: State, control: ControlSpec, request: CallRequest, method: bool = False
) -> list[Outcome]:
    """A name with a role. For a method the receiver stands first among the arguments."""
    names = ("self", *control.parameters) if method else control.parameters
    subject = request.argument(names, control.subject) if control.subject else request.first()
    subject = NONE if subject is None else resolve(state, subject)
    role = control.role
    if role in (Role.AUTOGRAD_BACKWARD, Role.BACKWARD):
        return run_backward(m, state, subject, control.parameters, request)
    if role is Role.AUTOGRAD_GRAD:
        return run_grad(m, state, control.parameters, request)
    if role is Role.ENGINE_WRAPPER:
        return _run_wrapper(m, state, control, subject, request)
    if role in (Role.ENGINE, Role.SCHEDULER):
        return [Outcome(state, m.symbol(role.name.lower(), control.name, plain=role is Role.SCHEDULER))]
    if role is Role.SCALER_STEP:
        return step(m, state, subject, request.drop(1))
    if role is Role.CHECKPOINT and request.positional:
        return run_checkpoint(m, state, control, request)
    handler = _ROLES.get(role)
    return [Outcome(state, handler(m, state, subject, names, request) if handler else m.symbol("value", plain=True))]


def _run_wrapper(m: Machine, state: State, control: ControlSpec, subject: Value, request: CallRequest) -> list[Outcome]:
    """An object's backward(loss, ...), with what it hands on (SEMANTICS.md G)."""
    forwarded = request.drop(1)
    if control.forwards is not Forwards.ALL:
        forwarded = replace(forwarded, positional=())
    if control.forwards is Forwards.RETAIN_GRAPH:
        retain = request.argument(control.parameters, "retain_graph")
        forwarded = replace(forwarded, keywords={} if retain is None else {"retain_graph": retain})
    elif control.may_step and control.forwards is Forwards.ALL and forwarded.positional:
        unseen = m.symbol("retain", plain=True)  # no class is seen: the flag may stand anywhere
        forwarded = replace(forwarded, positional=(), keywords={"retain_graph": unseen, **forwarded.keywords})
    return run_backward(m, state, subject, BACKWARD, forwarded)


def _initialize_engine(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    """deepspeed.initialize: the engine is the model as far as forwards go."""
    model, optimizer = (request.argument(names, name) for name in ("model", "optimizer"))
    rest = (m.symbol("loader", plain=True), m.symbol("scheduler", plain=True))
    return Tuple((model or m.symbol("module"), optimizer or m.symbol("optimizer"), *rest))


def _cut(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    record = state.tensor(subject)
    if record is not None and record.node is not None:
        note_cut(m, state, record.node, m.event(EventKind.MODIFIED, request.span))
    return cut(m, state, subject)


def _cut_in_place(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    found = materialise(m, state, subject)
    if found is not None:
        cut_in_place(m, state, *found)
    return subject


def _plain(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    return m.symbol("value", plain=True)


def _size(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    """t.size() is t.shape, and t.size(d) is t.shape[d]."""
    shape = Symbol(("attr", key_of(subject), "shape"), plain=True)
    place = request.argument(names, "dim")
    return shape if place is None else get_item(m, state, shape, place, request.span)


def _identity(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    values = request.positional
    if any(name.startswith("*") for name in names) and len(values) > 1:
        return Tuple(values)
    return subject


def _context(enabled: bool | None) -> Callable[..., Value]:
    def make(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
        if isinstance(subject, FunctionValue):
            return replace(subject, mode=subject.mode or Context(enabled))
        return Context(enabled)

    return make


def _set_grad_enabled(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    truth = truth_of(state, subject)
    if not request.instruction.used:
        state.grad_mode = Ternary.of(truth)
    return Context(truth)


def _requires_grad(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    flag = request.argument(names, "requires_grad")
    truth = True if flag is None else truth_of(state, flag)
    if isinstance(subject, Symbol) and subject.plain:
        materialise(m, state, subject)
    set_requires_grad(m, state, subject, Ternary.of(truth))
    return subject


def _factory(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    flag = request.keywords.get("requires_grad")
    truth = False if flag is None else truth_of(state, flag)
    if truth:
        return Ref(new_leaf(m, state, "", Ternary.YES, parameter=False))
    made = new_tensor(m, state, None, Ternary.of(truth) if truth is None else Ternary.NO)
    size = request.argument(names, "size") or NONE
    first = next(iter(concrete_items(state, size) or ()), size)
    if isinstance(first, Known) and isinstance(first.value, int):
        bound_length(state, made, first.value)
    return made


def _parameter(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    flag = request.argument(names, "requires_grad")
    truth = True if flag is None else truth_of(state, flag)
    return Ref(new_leaf(m, state, "", Ternary.of(truth)))


def _deepcopy(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    return copy_deeply(m, state, subject, {})


def _write_argument(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    for tensor in find_tensors(m, state, subject):
        record = state.tensor(tensor)
        if isinstance(record, TensorRecord):
            state.write(record.storage, m.event(EventKind.MODIFIED, request.span), True)
    return subject


def _load_state(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    write_parameters(m, state, subject, m.event(EventKind.MODIFIED, request.span))
    return NONE


def _chain(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    return Lazy("chain", request.positional)


def _function_apply(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    return apply_function(m, state, subject, request)


def _init_optimizer(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    return init_optimizer(m, state, subject, request.drop(1))


def _as_tensor(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    carries = isinstance(subject, Symbol) and not subject.plain
    return subject if state.tensor(subject) is not None or carries else new_tensor(m, state, None, Ternary.NO)


def _save_copies(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    """autocast saves casts, other contexts clones: from here on the file's saved tensors are uncertain."""
    if request.argument(names, "enabled") != Known(False):
        m.saves_copies.add(m.context.module)
    return m.symbol("value", plain=True)


def _loader(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    return m.symbol("loader", plain=True)


_ROLES: dict[Role, Callable[..., Value]] = {
    Role.CUT: _cut,
    Role.CUT_IN_PLACE: _cut_in_place,
    Role.VALUE: _plain,
    Role.CLIP_NORM: clip_norm,
    Role.SIZE: _size,
    Role.IDENTITY: _identity,
    Role.SCALE: _identity,
    Role.WRAP_MODULE: wrap,
    Role.ADAPT: adapt,
    Role.NO_GRAD: _context(False),
    Role.ENABLE_GRAD: _context(True),
    Role.SET_GRAD_ENABLED: _set_grad_enabled,
    Role.REQUIRES_GRAD_: _requires_grad,
    Role.FACTORY: _factory,
    Role.PARAMETER: _parameter,
    Role.DEEPCOPY: _deepcopy,
    Role.WRITE_ARGUMENT: _write_argument,
    Role.LOAD_STATE: _load_state,
    Role.CHAIN: _chain,
    Role.FUNCTION_APPLY: _function_apply,
    Role.LOADER: _loader,
    Role.INITIALIZE_ENGINE: _initialize_engine,
    Role.SCALE_CONTEXT: _identity,
    Role.AS_TENSOR: _as_tensor,
    Role.OPTIMIZER_INIT: _init_optimizer,
    Role.REPARAMETRISE: reparametrise,
    Role.AUTOCAST: _save_copies,
    Role.HIDES_STALENESS: _save_copies,
}
