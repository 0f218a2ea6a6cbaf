"""Methods whose name alone says enough, on objects that cannot be seen. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import OptimizerRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Symbol, Value
from retain_lint.interpreter.autograd.engine_calls import BACKWARD, run_backward
from retain_lint.interpreter.autograd.gradient_flow import forget_gradients
from retain_lint.interpreter.autograd.optimizers import step, zero_grad
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.objects import looks_like_module, looks_like_optimizer
from retain_lint.interpreter.heap.overwritten_settings import doubt_given
from retain_lint.interpreter.heap.tensors import graph_operands, operand
from retain_lint.interpreter.library.running_roles import ENGINE
from retain_lint.interpreter.library.torch_roles import run_role
from retain_lint.ir.walk import is_unpacked
from retain_lint.torch_api.lookup import find_control, find_control_method
from retain_lint.torch_api.spec import ControlSpec, Role
from retain_lint.torch_api.vocabulary import BACKWARD_METHODS

#: what the methods of a module's registry (`net._modules.items()`) go through
_REGISTRY = {"items": "named_children", "values": "children"}
_MODULE_ROLES = frozenset(
    {
        Role.PARAMETERS,
        Role.NAMED_PARAMETERS,
        Role.ZERO_GRAD,
        Role.TRAIN_MODE,
        Role.EVAL_MODE,
        Role.LOAD_STATE,
        Role.IDENTITY,
        Role.CHILDREN,
        Role.NAMED_CHILDREN,
    }
)


def call_known_method(
    m: Analysis, state: State, receiver: Value, name: str, request: CallRequest
) -> list[Outcome] | None:
    """A method whose name alone says enough, on an object that cannot be seen; None if it does not."""
    first = request.first()
    if name.startswith("parse"):  # perhaps into a namespace
        doubt_given(m, state, name, request.keywords.values())
    own = _engine_method(receiver, name)
    if own is not None:
        return run_role(m, state, own, request)
    if name == "step" and isinstance(state.record(NONE if first is None else first), OptimizerRecord):
        return step(m, state, NONE if first is None else first, request.drop(1))  # a scaler's step(optimizer)
    if name in BACKWARD_METHODS and is_unpacked(m.context.function, request.instruction):
        return None  # a flow's inverse pass
    wrapper = find_control_method(name, "any")
    if wrapper is not None and wrapper.role is Role.ENGINE_WRAPPER:
        root = request.argument(wrapper.parameters, wrapper.subject) or first
        if name == "backward" and not _may_be_root(m, state, receiver, root, request):
            wrapper = None
    if wrapper is not None and wrapper.role is Role.VALUE and looks_like_module(m, receiver):
        wrapper = None  # a model's own sample(), not a distribution's
    if wrapper is not None and makes_graph(m, state, wrapper, request):
        wrapper = None
    if wrapper is not None and wrapper.role is not Role.FUNCTION_APPLY:
        return run_role(m, state, wrapper, request)
    if looks_like_optimizer(m, receiver) and name in ("step", "zero_grad"):
        (step if name == "step" else zero_grad)(m, state, receiver, request)
        return [Outcome(state, m.symbol("value", plain=True) if request.instruction.used else NONE)]
    if name == "zero_grad" and not looks_like_module(m, receiver):  # of what is among others: it may be any of them
        forget_gradients(m, state, list(state.gradients))
        return [Outcome(state, NONE)]
    if (
        name in _REGISTRY
        and isinstance(receiver, Symbol)
        and receiver.key[0] == "attr"
        and receiver.key[-1] == "_modules"
    ):
        return m.interpreter.call_module_method(m, state, Symbol(receiver.key[1]), _REGISTRY[name], request)  # type: ignore[arg-type]
    module = find_control_method(name, "module")
    alone = module is not None and module.role is Role.REQUIRES_GRAD_ and looks_like_module(m, receiver)
    if alone or module is not None and module.role in _MODULE_ROLES:
        return m.interpreter.call_module_method(m, state, receiver, name, request)
    tensor = find_control_method(name, "tensor")
    if tensor is not None and tensor.role is Role.BACKWARD:
        return run_backward(m, state, receiver, tensor.parameters, request)
    if tensor is not None and tensor.role in (Role.CUT, Role.CUT_IN_PLACE, Role.VALUE, Role.SIZE, Role.REQUIRES_GRAD_):
        return run_role(m, state, tensor, request.prepend(receiver), method=True)
    return None


def makes_graph(m: Analysis, state: State, control: ControlSpec, request: CallRequest) -> bool:
    """Is it another method of that name, a cache's `update(keys, values)`: given graphs, and its result is used?"""
    used = request.instruction.used and control.role is Role.HARMLESS
    return used and bool(graph_operands(m, state, request.values()))


def _engine_method(receiver: Value, name: str) -> ControlSpec | None:
    """The row of a method of an object of a framework's class, made in sight."""
    if not isinstance(receiver, Symbol) or receiver.key[0] != ENGINE:
        return None
    return find_control(f"{receiver.key[1]}.{name}")


def _may_be_root(m: Analysis, state: State, receiver: Value, root: Value | None, request: CallRequest) -> bool:
    """Is it perhaps an argument that goes backward, and not the object itself?"""
    if root is None:
        return not request.keywords.keys() <= set(BACKWARD)
    part = operand(m, state, root)
    return part.node is not None and m.graph[part.node].op != "unknown" and state.tensor(receiver) is None
