"""What an opaque callee makes of graphs: whether it hangs on these, and holds tensors of its own. Floor 3."""

from __future__ import annotations

from retain_lint.domain.autograd_graph import NodeId
from retain_lint.domain.heap import InstanceRecord, LayerRecord
from retain_lint.domain.history import EventKind
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.loaded import DATA_OBJECT, LOADER, is_loaded
from retain_lint.domain.plain_data import ARRAYS
from retain_lint.domain.state import State
from retain_lint.domain.value import BoundMethod, External, FunctionValue, Partial, Symbol, Value
from retain_lint.interpreter.calls.callee_kinds import (
    is_any_of_torch,
    is_constructor,
    is_log,
    is_of_python,
    name_of,
    name_of_group,
    only_reads,
    picks_loader,
)
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.effects.opaque_objects import is_of_library
from retain_lint.interpreter.heap.objects import constructs_module, is_module_class, leaves_of, looks_like_module
from retain_lint.torch_api.distributions import is_distribution, keeps_graph
from retain_lint.torch_api.vocabulary import ADDING, CRITERIA, MODEL_MAKER, MODULE_USES, OPTIONS_MAKER


def may_run(m: Analysis, state: State, value: Value) -> bool:
    """Is it a model, or a function that may call one? Then it may be what makes the result require grad."""
    if isinstance(state.record(value), (LayerRecord, InstanceRecord)):
        leaves, exact = leaves_of(m, state, value)
        return bool(leaves) or not exact
    return isinstance(value, (FunctionValue, BoundMethod, Partial)) or looks_like_module(m, value)


def runs_as_module(m: Analysis, state: State, callee: Value, request: CallRequest) -> bool:
    """Is an opaque callee the forward pass of a module? What a module's constructor stores and then calls is; what it calls without
    arguments is a class or a function that makes one, whatever its annotation says
    (`def __init__(self, backbone: nn.Module): self.features = backbone()`)."""
    receiver = m.context.receiver
    record = None if receiver is None else state.get(receiver.address)
    if not isinstance(record, InstanceRecord) or not constructs_module(m, state, record):
        return looks_like_module(m, callee)
    is_member = isinstance(callee, Symbol) and any(value == callee for _, value in record.attributes)
    return is_member or looks_like_module(m, callee) and bool(request.values())


def build_as(m: Analysis, callee: Value, request: CallRequest, module: bool, runs_model: bool) -> tuple[Ternary, str]:
    """Does what an opaque callee builds hold saved tensors; and where that is not known of it, what is assumed. A module's
    output does, and what a function computes by one; what is given tensors alone may just keep them."""
    if isinstance(callee, External) and is_distribution(callee.name):
        return Ternary.of(keeps_graph(callee.name)), ""
    computes = module or runs_model and not is_constructor(callee)
    assumption = assume(m, request, "is a trainable module" if module else "returns a tensor with a graph")
    return Ternary.YES if computes else Ternary.MAYBE, assumption


def is_differentiable(m: Analysis, callee: Value, request: CallRequest) -> bool:
    """Is what it makes of a graph taken to hang on it? That of a criterion is, which is given no model; other opaque code may cut
    it off, or look at it only."""
    return (
        isinstance(callee, External) and is_distribution(callee.name) or _is_criterion(callee, written_name(m, request))
    )


def object_made(m: Analysis, state: State, callee: Value, request: CallRequest) -> Symbol | None:
    """What opaque code makes that is given no graph, where it builds none; None if it may. What is asked of a distribution
    that is made of numbers and of tensors without history builds one only on what it is asked for: `Normal(0, 1).log_prob(z)`."""
    given = all(ARRAYS.covers(state, value) for value in request.values())
    distribution = isinstance(callee, External) and is_distribution(callee.name)
    data = given and (distribution or is_any_of_torch(callee, request))
    if isinstance(callee, Symbol) and callee.key[0] == DATA_OBJECT:
        return m.symbol("value", plain=True)
    plain_callee = isinstance(callee, Symbol) and callee.plain and not is_loaded(callee)
    if plain_callee and not MODULE_USES.isdisjoint(m.program.evidence.get(written_name(m, request), ())):
        return None  # `net = args.backbone(pretrained=True)`: options may be classes of networks
    if picks_loader(callee):
        return m.symbol(LOADER, plain=True)
    if OPTIONS_MAKER.fullmatch(name_of(callee).lower()):
        return m.symbol("made", "options")
    if MODEL_MAKER.fullmatch(name_of(callee).lower()):
        return m.symbol("made", "model")
    if data or plain_callee or is_constructor(callee) or is_of_python(state, callee, request):
        return m.symbol("made", name_of(callee), plain=data)
    return None


def assume(m: Analysis, request: CallRequest, what: str) -> str:
    """What is taken for granted of a call, as the user reads it."""
    return f"`{m.event(EventKind.BUILT, request.span).text}` {what} (its source was not found)"


def note_one_graph(m: Analysis, node: NodeId, callee: Value, request: CallRequest) -> None:
    """Remembers what was made of one graph, and of no parameters: sent backward, it can only hang on that. A method may use the
    parameters of its object, and so may an object that is given data beside the graph."""
    is_method = isinstance(callee, Symbol) and callee.key[0] == "attr"
    is_function = isinstance(callee, External) and not is_constructor(callee)
    alone = is_function or not is_method and len(request.values()) == 1
    if len(m.graph[node].inputs) == 1 and (alone or _is_criterion(callee, written_name(m, request))):
        m.facts.of_one_graph.add(node)


def is_part_of_network(m: Analysis, state: State, callee: Value) -> bool:
    """Is it a method of a module (`self.propagate(x)` of an opaque base, `net.encode(x)`)? It computes with what it is given, as the
    forward does."""
    owner = callee.key[1] if isinstance(callee, Symbol) and callee.key[0] == "attr" else None
    if not isinstance(owner, tuple):
        return False
    record = state.record(owner[1]) if owner[0] == "object" else None
    if isinstance(record, InstanceRecord):
        return is_module_class(state, record.cls)
    return isinstance(record, LayerRecord) or looks_like_module(m, Symbol(owner))


def written_name(m: Analysis, request: CallRequest) -> str:
    """The callee's last name in the source."""
    return m.source.slice(request.span).partition("(")[0].rpartition(".")[2].lower()


def only_computes(m: Analysis, state: State, callee: Value, request: CallRequest) -> bool:
    """Does opaque code differentiate nothing of what it is given? It is of a library that runs no engine, or a distribution; it
    looks at it, or adds it to a log, by its name; or it is a criterion, and is given no model."""
    written = written_name(m, request)
    adds = written.startswith(ADDING) and not request.instruction.used
    distribution = isinstance(callee, External) and is_distribution(callee.name)
    if adds or distribution or is_log(callee) or is_of_library(m, callee):
        return True
    if any(only_reads(name) for name in (name_of(callee), name_of_group(callee), written)):
        return True
    return _is_criterion(callee, written) and not any(may_run(m, state, value) for value in request.values())


def _is_criterion(callee: Value, written: str) -> bool:
    """Is it an object or a function that computes a loss of what it is given, by its name?"""
    if isinstance(callee, Symbol) and callee.key[0] == "made" and "loss" in str(callee.key[1]).lower():
        return True
    return any(word in name for name in (written, name_of(callee).lower()) for word in CRITERIA)
