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
from retain_lint.domain.value import NONE, Context, External, FunctionValue, Lazy, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.assume import resolve, truth_of
from retain_lint.interpreter.engine_calls import run_backward, run_grad
from retain_lint.interpreter.machine import Machine, Outcome
from retain_lint.interpreter.modules import copy_deeply, write_parameters
from retain_lint.interpreter.objects import looks_like_optimizer, set_requires_grad
from retain_lint.interpreter.operations import apply_operation, bind_operation, cut
from retain_lint.interpreter.optimizers import add_group, make_optimizer, step, zero_grad
from retain_lint.interpreter.request import CallRequest
from retain_lint.interpreter.stepping import clear_gradients, read_gradient
from retain_lint.interpreter.tensors import find_tensors, materialise, new_leaf, new_tensor, operand
from retain_lint.torch_api.lookup import find_control, find_control_method, find_method, find_op, find_optimizer
from retain_lint.torch_api.spec import ControlSpec, OpSpec, Role


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
        if control.role is Role.BACKWARD:
            return run_backward(m, state, receiver, control.parameters, request)
        return run_role(m, state, control, request.prepend(receiver), method=True)
    spec = find_method(name)
    if spec is not None:
        return [Outcome(state, _apply(m, state, spec, request.prepend(receiver)))]
    return [Outcome(state, m.opaque_tensor_method(m, state, receiver, name, request))]


def call_known_method(
    m: Machine, state: State, receiver: Value, name: str, request: CallRequest
) -> list[Outcome] | None:
    """A method whose name alone says enough, on an object that cannot be seen; None if it does not."""
    first = request.first()
    wrapper = find_control_method(name, "any")
    if wrapper is not None and wrapper.role is Role.ENGINE_WRAPPER:
        if first is not None and not _may_be_root(m, state, receiver, first, name):
            wrapper = None
    if wrapper is not None and wrapper.role is not Role.FUNCTION_APPLY:
        return run_role(m, state, wrapper, request)
    if looks_like_optimizer(m, receiver) and name in ("step", "zero_grad"):
        (step if name == "step" else zero_grad)(m, state, receiver, request)
        return [Outcome(state, NONE)]
    module = find_control_method(name, "module")
    if module is not None and module.role in _MODULE_ROLES:
        return m.module_method(m, state, receiver, name, request)
    tensor = find_control_method(name, "tensor")
    if tensor is not None and tensor.role is Role.BACKWARD:
        return run_backward(m, state, receiver, tensor.parameters, request)
    if tensor is not None and tensor.role in (Role.CUT, Role.CUT_IN_PLACE, Role.VALUE, Role.REQUIRES_GRAD_):
        return run_role(m, state, tensor, request.prepend(receiver), method=True)
    return None


_MODULE_ROLES = frozenset(
    {
        Role.PARAMETERS,
        Role.NAMED_PARAMETERS,
        Role.ZERO_GRAD,
        Role.TRAIN_MODE,
        Role.EVAL_MODE,
        Role.LOAD_STATE,
        Role.IDENTITY,
    }
)


def _may_be_root(m: Machine, state: State, receiver: Value, first: Value, name: str) -> bool:
    if name != "backward":
        return True
    part = operand(m, state, first)
    return part.node is not None and m.graph[part.node].op != "unknown" and state.tensor(receiver) is None


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
    if role is Role.AUTOGRAD_BACKWARD:
        return run_backward(m, state, subject, control.parameters, request)
    if role is Role.AUTOGRAD_GRAD:
        return run_grad(m, state, control.parameters, request)
    if role is Role.ENGINE_WRAPPER:
        return _run_wrapper(m, state, control, subject, request)
    if role is Role.SCALER_STEP:
        return step(m, state, subject, request.drop(1))
    if role is Role.CHECKPOINT and request.positional:
        return m.call_value(
            m, state, request.positional[0], request.positional[1:], {}, request.span, request.instruction
        )
    handler = _ROLES.get(role)
    return [Outcome(state, handler(m, state, subject, names, request) if handler else m.symbol("value", plain=True))]


def _run_wrapper(m: Machine, state: State, control: ControlSpec, subject: Value, request: CallRequest) -> list[Outcome]:
    forwarded = request.drop(1)
    outcomes = run_backward(m, state, subject, ("gradient", "retain_graph", "create_graph", "inputs"), forwarded)
    return outcomes


def _cut(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    record = state.tensor(subject)
    if record is not None and record.node is not None:
        event = m.event(EventKind.MODIFIED, request.span)
        m.cuts.update({node.leaf: event for node in m.graph.reach([record.node]) if node.leaf is not None})
    return cut(m, state, subject)


def _cut_in_place(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    found = materialise(m, state, subject)
    if found is not None:
        state.update_tensor(found[0], found[1], node=None, requires_grad=Ternary.NO)
    return subject


def _plain(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    return m.symbol("value", plain=True)


def _identity(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    values = request.positional
    if names and names[0].startswith("*") and len(values) > 1:
        return Tuple(values)
    return subject


def _context(enabled: bool | None) -> Callable[..., Value]:
    def make(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
        if isinstance(subject, FunctionValue):
            return replace(subject, wrapper=subject.wrapper or ("grad" if enabled else "no_grad"))
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
    return new_tensor(m, state, None, Ternary.of(truth) if truth is None else Ternary.NO)


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
    return m.opaque(m, state, External("torch.autograd.Function.apply"), request)


def _loader(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    return m.symbol("loader", plain=True)


def _engine_object(m: Machine, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    return m.symbol("engine")


_ROLES: dict[Role, Callable[..., Value]] = {
    Role.CUT: _cut,
    Role.CUT_IN_PLACE: _cut_in_place,
    Role.VALUE: _plain,
    Role.IDENTITY: _identity,
    Role.SCALE: _identity,
    Role.WRAP_MODULE: _identity,
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
    Role.ENGINE: _engine_object,
    Role.SCALE_CONTEXT: _identity,
}
