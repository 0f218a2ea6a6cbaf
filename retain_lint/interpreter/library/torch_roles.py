"""torch's names: operations, and functions and methods with a role of their own. Floor 3.

What a name means is a row of torch_api; this file only knows the roles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from retain_lint.domain.assume import resolve, truth_of
from retain_lint.domain.heap import DictRecord, ListRecord, OptimizerRecord, TensorRecord
from retain_lint.domain.history import EventKind
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.loaded import LOADED, LOADER, SCHEDULER
from retain_lint.domain.plain_data import ARRAYS, DATA
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
from retain_lint.interpreter.autograd.backward import UNSEEN
from retain_lint.interpreter.autograd.custom_functions import apply_function
from retain_lint.interpreter.autograd.engine_calls import run_backward
from retain_lint.interpreter.autograd.gradient_reads import clip_norm, rescale
from retain_lint.interpreter.autograd.gradient_writes import call_gradient_method
from retain_lint.interpreter.autograd.idle_step_causes import note_cut
from retain_lint.interpreter.autograd.operations import apply_operation, bind_operation, cut
from retain_lint.interpreter.autograd.optimizers import add_group, make_optimizer, step, zero_grad
from retain_lint.interpreter.autograd.staleness import refuse_saved
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.data_model.attributes import cut_in_place
from retain_lint.interpreter.data_model.items import get_item
from retain_lint.interpreter.effects.opaque_objects import take_as_whole_numbers
from retain_lint.interpreter.heap.composite_results import is_composite
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.lengths import bound_length
from retain_lint.interpreter.heap.library_parts import init_inherited
from retain_lint.interpreter.heap.objects import allocate, set_requires_grad
from retain_lint.interpreter.heap.opaque_slices import note_tensors
from retain_lint.interpreter.heap.tensors import find_tensors, graph_operands, materialise, new_leaf, new_tensor
from retain_lint.interpreter.library.graphless_classes import make_batch_loader, make_data_object, make_loader
from retain_lint.interpreter.library.module_copies import copy_deeply, reparametrise, write_parameters
from retain_lint.interpreter.library.module_wrappers import wrap
from retain_lint.interpreter.library.peft_adapters import adapt
from retain_lint.interpreter.library.running_roles import RUNNING_ROLES
from retain_lint.torch_api.libraries import OWN_METHODS
from retain_lint.torch_api.lookup import (
    find_control,
    find_control_method,
    find_method,
    find_op,
    find_optimizer,
    is_computation,
)
from retain_lint.torch_api.spec import INERT, ControlSpec, OpSpec, Role
from retain_lint.torch_api.tensor_factories import COUNTED, VALUES


def call_torch(m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome]:
    """Calls a foreign function or class by its qualified name."""
    control = find_control(name)
    if control is not None and not _computes(m, state, name, control, request):
        return run_role(m, state, control, request)
    optimizer = find_optimizer(name)
    if optimizer is not None:
        return [Outcome(state, make_optimizer(m, state, optimizer, request))]
    spec = find_op(name)
    if name in OWN_METHODS and all(DATA.covers(state, value) for value in request.values()):
        return [Outcome(state, m.symbol("value", plain=True))]  # an array stays one
    if spec is not None:
        return [Outcome(state, _apply(m, state, spec, request))]
    if name.startswith("torch.Tensor.") and request.positional:
        return call_tensor_method(m, state, request.positional[0], name.rpartition(".")[2], request.drop(1))
    if is_computation(name) and all(ARRAYS.covers(state, value) for value in request.values()):
        return [Outcome(state, m.symbol("value", plain=True))]
    return [Outcome(state, m.interpreter.call_opaque(m, state, External(name), request))]


def _computes(m: Analysis, state: State, name: str, control: ControlSpec, request: CallRequest) -> bool:
    """Is it a factory that is an operation where its values have a graph (`torch.sparse_coo_tensor(indices, values)`)?"""
    values = request.argument(control.parameters, VALUES) if VALUES in control.parameters else None
    return values is not None and find_op(name) is not None and bool(graph_operands(m, state, [values]))


def _apply(m: Analysis, state: State, spec: OpSpec, request: CallRequest) -> Value:
    events = [m.event(EventKind.BOUNDARY, a.span) for a in request.instruction.arguments if a.keyword is None]
    if len(events) < len(request.positional):
        events = [m.event(EventKind.BOUNDARY, request.instruction.receiver or request.span), *events]
    keywords = {k: v for k, v in request.keywords.items() if k != "**"}
    note_tensors(m, state, spec, request.positional)
    return apply_operation(
        m, state, spec, bind_operation(m, state, spec, request.positional, keywords, events), request.span
    )


def call_tensor_method(m: Analysis, state: State, receiver: Value, name: str, request: CallRequest) -> list[Outcome]:
    """tensor.name(...)"""
    if isinstance(receiver, Symbol) and receiver.key[0] == "grad":
        return [Outcome(state, call_gradient_method(m, state, receiver, name, request))]
    return run_method_role(m, state, receiver, name, request)


def run_method_role(m: Analysis, state: State, receiver: Value, name: str, request: CallRequest) -> list[Outcome]:
    """A method of a tensor: its role, else its row in the op table, else something unseen built on it."""
    control = find_control_method(name, "tensor")
    if control is not None:
        if control.role is not Role.BACKWARD:
            return run_role(m, state, control, request.prepend(receiver), method=True)
        if not is_composite(state, receiver) and not _sends_its_argument(m, state, receiver, request):
            return run_backward(m, state, receiver, control.parameters, request)
    spec = find_method(name)
    if spec is not None:
        return [Outcome(state, _apply(m, state, spec, request.prepend(receiver)))]
    return [Outcome(state, m.interpreter.call_opaque_tensor_method(m, state, receiver, name, request))]


def _sends_its_argument(m: Analysis, state: State, receiver: Value, request: CallRequest) -> bool:
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
    m: Analysis, state: State, receiver: Value, name: str, request: CallRequest
) -> list[Outcome] | None:
    """A method of an optimiser; None if the receiver is none."""
    if not isinstance(state.record(receiver), OptimizerRecord):
        return None
    control = find_control_method(name, "optimizer")
    handler = OPTIMIZER_ROLES.get(control.role) if control is not None else None
    if handler is None:
        return [Outcome(state, m.symbol("value", plain=True))]
    return handler(m, state, receiver, request)


def run_role(
    m: Analysis, state: State, control: ControlSpec, request: CallRequest, method: bool = False
) -> list[Outcome]:
    """A name with a role. For a method the receiver stands first among the arguments."""
    names = ("self", *control.parameters) if method else control.parameters
    subject = request.argument(names, control.subject) if control.subject else request.first()
    subject = NONE if subject is None else resolve(state, subject)
    runs = RUNNING_ROLES.get(control.role)
    if runs is not None:
        return runs(m, state, control, subject, request)
    handler = VALUE_ROLES.get(control.role, _plain)
    return [Outcome(state, handler(m, state, subject, names, request))]


def _zero_grad(m: Analysis, state: State, receiver: Value, request: CallRequest) -> list[Outcome]:
    zero_grad(m, state, receiver, request)
    return [Outcome(state, NONE)]


def _add_group(m: Analysis, state: State, receiver: Value, request: CallRequest) -> list[Outcome]:
    add_group(m, state, receiver, request.first() or NONE)
    return [Outcome(state, NONE)]


def _initialize_engine(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    """deepspeed.initialize: the engine is the model as far as forwards go."""
    model, optimizer = (request.argument(names, name) for name in ("model", "optimizer"))
    rest = (m.symbol(LOADER, plain=True), m.symbol(SCHEDULER, plain=True))
    return Tuple((model or m.symbol("module"), optimizer or m.symbol("optimizer"), *rest))


def _cut(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    record = state.tensor(subject)
    if record is not None and record.node is not None:
        note_cut(m, state, record.node, m.event(EventKind.MODIFIED, request.span))
    return cut(m, state, subject)


def _cut_in_place(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    found = materialise(m, state, subject)
    if found is not None:
        refuse_saved(m, found[1])
        cut_in_place(m, state, *found)
    return subject


def _variable(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    """A tensor of the same data: a leaf of its own if it is to require grad, whatever the gradient mode."""
    plain = cut(m, state, subject)
    flag = request.argument(names, "requires_grad")
    wanted = Ternary.NO if flag is None else Ternary.of(truth_of(state, flag))
    found = None if wanted is Ternary.NO else materialise(m, state, plain)
    if found is None:
        return plain
    made = new_tensor(m, state, None, Ternary.NO, found[1].storage)
    set_requires_grad(m, state, made, wanted)
    return made


def _loaded(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    return m.symbol(LOADED, plain=True)


def _plain(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    return m.symbol("value", plain=True)


def _size(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    """t.size() is t.shape, and t.size(d) is t.shape[d]."""
    shape = Symbol(("attr", key_of(subject), "shape"), plain=True)
    place = request.argument(names, "dim")
    return shape if place is None else get_item(m, state, shape, place, request.span)


def _identity(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    values = request.positional
    if any(name.startswith("*") for name in names) and len(values) > 1:
        return Tuple(values)
    return subject


def _contiguous(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    """What is laid out so already; a view in another order is copied."""
    record, copy = state.tensor(subject), find_method("clone")
    shown = None if record is None or record.node is None else m.graph[record.node].op
    if record is None or record.base is None or shown in _SAME_ORDER or copy is None:
        return subject
    return _apply(m, state, copy, replace(request, positional=(subject,), keywords={}))


def _context(enabled: bool | None) -> Callable[..., Value]:
    def make(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
        if isinstance(subject, FunctionValue):
            return replace(subject, mode=subject.mode or Context(enabled))
        return Context(enabled)

    return make


def _set_grad_enabled(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    truth = truth_of(state, subject)
    if not request.instruction.used or not request.instruction.target.startswith("%"):  # no `with` stands around it
        state.grad_mode = Ternary.of(truth)
    return Context(truth)


def _requires_grad(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    flag = request.argument(names, "requires_grad")
    truth = True if flag is None else truth_of(state, flag)
    if isinstance(subject, Symbol) and subject.plain:
        materialise(m, state, subject)
    set_requires_grad(m, state, subject, Ternary.of(truth))
    return subject


def _factory(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    flag = request.keywords.get("requires_grad")
    truth = False if flag is None else truth_of(state, flag)
    if tuple(names) in COUNTED:
        take_as_whole_numbers(state, request.positional)
    if truth:
        return Ref(new_leaf(m, state, "", Ternary.YES, parameter=False))
    made = new_tensor(m, state, None, Ternary.of(truth) if truth is None else Ternary.NO)
    size = request.argument(names, "size") or NONE
    first = next(iter(concrete_items(state, size) or ()), size)
    if isinstance(first, Known) and isinstance(first.value, int):
        bound_length(state, made, first.value)
    return made


def _parameter(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    flag = request.argument(names, "requires_grad")
    truth = True if flag is None else truth_of(state, flag)
    return Ref(new_leaf(m, state, "", Ternary.of(truth)))


def _deepcopy(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    return copy_deeply(m, state, subject, {})


def _copy(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    record = state.record(subject)
    return allocate(m, state, record) if isinstance(record, (ListRecord, DictRecord)) else subject


def _write_argument(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    for tensor in find_tensors(m, state, subject):
        record = state.tensor(tensor)
        if isinstance(record, TensorRecord):
            state.write(record.storage, m.event(EventKind.MODIFIED, request.span), True)
    return subject


def _load_state(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    write_parameters(m, state, subject, m.event(EventKind.MODIFIED, request.span))
    return NONE


def _chain(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    if "iterable" not in names:
        return Lazy("chain", request.positional)
    given = request.argument(names, "iterable") or NONE  # chain.from_iterable: of the iterables in it
    record = state.record(given)
    known = concrete_items(state, given) or (record.items if isinstance(record, ListRecord) else ())
    return Lazy("chain", tuple(known) or request.positional)


def _function_apply(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    return apply_function(m, state, subject, request)


def _init_optimizer(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    init_inherited(m, state, subject, request.drop(1))
    return NONE


def _as_tensor(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    carries = isinstance(subject, Symbol) and not subject.plain
    return subject if state.tensor(subject) is not None or carries else new_tensor(m, state, None, Ternary.NO)


def _save_copies(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    """autocast saves casts, other contexts clones: from here on the file's saved tensors are uncertain."""
    if request.argument(names, "enabled") != Known(False):
        m.facts.saves_copies.add(m.context.module)
    return m.symbol("value", plain=True)


#: views of what is laid out in order that are laid out so too
_SAME_ORDER = frozenset({"view", "reshape", "view_as", "reshape_as", "flatten", "unflatten", "squeeze", "unsqueeze"})

_OptimizerMethod: TypeAlias = Callable[[Analysis, State, Value, CallRequest], "list[Outcome]"]

OPTIMIZER_ROLES: dict[Role, _OptimizerMethod] = {
    Role.STEP: step,
    Role.ZERO_GRAD: _zero_grad,
    Role.ADD_PARAM_GROUP: _add_group,
}
#: what gives a value at once
VALUE_ROLES: dict[Role, Callable[..., Value]] = {
    Role.CUT: _cut,
    Role.VARIABLE: _variable,
    Role.CUT_IN_PLACE: _cut_in_place,
    Role.VALUE: _plain,
    Role.LOADED: _loaded,
    Role.CLIP_NORM: clip_norm,
    Role.RESCALE: rescale,
    Role.SIZE: _size,
    Role.IDENTITY: _identity,
    Role.CONTIGUOUS: _contiguous,
    Role.SCALE: _identity,
    Role.WRAP_MODULE: wrap,
    Role.ADAPT: adapt,
    Role.NO_GRAD: _context(False),
    Role.ENABLE_GRAD: _context(True),
    Role.SET_GRAD_ENABLED: _set_grad_enabled,
    Role.REQUIRES_GRAD_: _requires_grad,
    Role.FACTORY: _factory,
    Role.PARAMETER: _parameter,
    Role.COPY: _copy,
    Role.DEEPCOPY: _deepcopy,
    Role.WRITE_ARGUMENT: _write_argument,
    Role.LOAD_STATE: _load_state,
    Role.CHAIN: _chain,
    Role.FUNCTION_APPLY: _function_apply,
    Role.LOADER: make_loader,
    Role.BATCH_LOADER: make_batch_loader,
    Role.INITIALIZE_ENGINE: _initialize_engine,
    Role.SCALE_CONTEXT: _identity,
    Role.AS_TENSOR: _as_tensor,
    Role.OPTIMIZER_INIT: _init_optimizer,
    Role.REPARAMETRISE: reparametrise,
    Role.AUTOCAST: _save_copies,
    Role.HIDES_STALENESS: _save_copies,
    **dict.fromkeys(INERT, _plain),
    Role.DATA_CLASS: make_data_object,
}
