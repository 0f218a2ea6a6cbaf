"""From the arguments of backward(), autograd.backward(), autograd.grad() and the frameworks' wrappers to an engine call. Floor 3.

Facts: SEMANTICS.md B, F (signatures) and G (what the wrappers hand on).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from retain_lint.domain.assume import assume, resolve, truth_of
from retain_lint.domain.autograd_graph import NodeId
from retain_lint.domain.call_verdict import Doubt, Reason
from retain_lint.domain.gradients import Gradients
from retain_lint.domain.heap import TensorRecord
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Address, Known, Symbol, Tuple, Value
from retain_lint.domain.zero_sums import is_zero_sum
from retain_lint.interpreter.autograd.backward import EngineCall, run_engine
from retain_lint.interpreter.autograd.double_backward import attachments
from retain_lint.interpreter.autograd.operations import elements
from retain_lint.interpreter.autograd.tensor_hooks import call_tensor_hooks
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.flag_origins import note_flag
from retain_lint.interpreter.effects.escape import escape_behind
from retain_lint.interpreter.heap.iterables import concrete_items, pick_iteration
from retain_lint.interpreter.heap.provenance import is_given
from retain_lint.interpreter.heap.tensors import Operand, add_node, graph_operands, new_tensor, operand, unknown_node

#: the argument that holds the gradients of the roots
_WEIGHTS = ("gradient", "grad_tensors", "grad_outputs")
BACKWARD = ("gradient", "retain_graph", "create_graph", "inputs")


def run_backward(m: Analysis, state: State, roots: Value, names: Sequence[str], request: CallRequest) -> list[Outcome]:
    """backward() of one tensor or several; forks where the value of retain_graph is not decided. Without a loss it raises."""
    if _cannot_be_sent(resolve(state, roots)):
        return [Outcome(state, NONE, raised=True)]
    if "retain_variables" in request.keywords:  # a TypeError today; judged as the retain_graph that it stands for
        m.ledger.removed.add(m.site(request.instruction))
        keywords = {("retain_graph" if k == "retain_variables" else k): v for k, v in request.keywords.items()}
        request = replace(request, keywords=keywords)
    outcomes = []
    for path in _decide_flag(m, state, request.argument(names, "retain_graph")):
        call = _prepare(m, path, roots, names, request, accumulates=True)
        before = dict(path.gradients) if m.scope.attempts else {}
        for done in call_tensor_hooks(m, path, call, request.span):
            run_engine(m, done, call)
            outcomes += [Outcome(done, NONE), *_fail(m, done, call, before)]
    return outcomes


def _cannot_be_sent(root: Value) -> bool:
    """Is it None, or a sum to which nothing was added on this path? Such a call raises."""
    return root == NONE or is_zero_sum(root)


def run_grad(m: Analysis, state: State, names: Sequence[str], request: CallRequest) -> list[Outcome]:
    """torch.autograd.grad: runs the nodes between outputs and inputs and returns one tensor an input."""
    outcomes = []
    roots = request.argument(names, "outputs") or NONE
    for path in _decide_flag(m, state, request.argument(names, "retain_graph")):
        call = _prepare(m, path, roots, names, request, accumulates=False)
        for done in call_tensor_hooks(m, path, call, request.span):
            run_engine(m, done, call)
            failed = _fail(m, done, call, done.gradients)
            outcomes += [Outcome(done, _gradients(m, done, names, request, call)), *failed]
    return outcomes


def _fail(m: Analysis, state: State, call: EngineCall, gradients: dict[Address, Gradients]) -> list[Outcome]:
    """What a handler finds when the call has raised on its way (a hook, no memory): a part of the graph has been run, and
    whoever sends it backward again needs the retain. One that frees adds nothing: the graph is freed only perhaps."""
    if not m.scope.attempts or not call.explicit or call.retain is not Ternary.YES:
        return []
    failed = state.fork()
    failed.restore_gradients(gradients)
    return [Outcome(failed, NONE, raised=True)]


def _decide_flag(m: Analysis, state: State, value: Value | None) -> list[State]:
    """A flag computed by comparison (`i < n - 1`) is decided by forking; any other unknown flag stays unknown."""

    value = resolve(state, value) if value is not None else None
    if not isinstance(value, Symbol) or value.key[0] not in ("compare", "not") or truth_of(state, value) is not None:
        return [state]
    pick_iteration(m, state, value)
    other = state.fork()
    return [s for s, truth in ((state, True), (other, False)) if assume(s, value, truth)]


def _flag(state: State, value: Value | None) -> Ternary:
    if value is None or value == NONE:
        return Ternary.NO
    return Ternary.of(truth_of(state, value))


def _prepare(
    m: Analysis, state: State, roots: Value, names: Sequence[str], request: CallRequest, accumulates: bool
) -> EngineCall:
    given = request.argument(names, "retain_graph")
    retain, create = _flag(state, given), _flag(state, request.argument(names, "create_graph"))
    if "**" in request.keywords and given is None:
        retain = Ternary.MAYBE
    explicit = given is not None and given != NONE
    if retain is Ternary.YES:
        note_flag(m, request.instruction, resolve(state, given) if given is not None else None)
    _note_redundant(m, request, given, retain, create)
    nodes, known = root_nodes(m, state, roots)
    if not known:
        escape_behind(m, state, elements(state, roots))
        m.ledger.root_doubts[m.site(request.instruction)].update(dict.fromkeys(_doubt_roots(m, state, roots)))
    if explicit and retain is Ternary.MAYBE:
        m.ledger.unknown_flags.add(m.site(request.instruction))
    inputs, inputs_known = _inputs(m, state, request.argument(names, "inputs"))
    call = EngineCall(request.instruction, nodes, known, retain, explicit, create, inputs, inputs_known, accumulates)
    call = replace(call, weighted=any(request.argument(names, name) not in (None, NONE) for name in _WEIGHTS))
    if retain is Ternary.YES and create is Ternary.YES:
        call = replace(call, retain=Ternary.NO, explicit=False)
    if not nodes and all(_lacks_grad(state, value) for value in elements(state, roots)):
        call = replace(call, refused=True)
    return call


def _note_redundant(m: Analysis, request: CallRequest, given: Value | None, retain: Ternary, create: Ternary) -> None:
    if given is None or given == NONE:
        return
    site = m.site(request.instruction)
    written = given in (Known(True), Known(False))
    redundant = written and (create is Ternary.YES if retain is Ternary.YES else create is Ternary.NO)
    m.ledger.redundant[site] = m.ledger.redundant.get(site, True) and redundant


def root_nodes(m: Analysis, state: State, roots: Value) -> tuple[tuple[NodeId, ...], bool]:
    """The nodes that a call starts from, and whether these are all and sure."""
    nodes: dict[NodeId, None] = {}
    known = True
    for value in elements(state, roots):
        part = _root(m, state, value)
        if part.node is None:
            known &= isinstance(value, Known)
            continue
        known &= m.graph[part.node].op != "unknown"
        nodes[part.node] = None
    return tuple(nodes), known and bool(nodes)


def _root(m: Analysis, state: State, value: Value) -> Operand:
    """What is sent backward has a graph, even if it is data by its name."""
    value = resolve(state, value)
    if isinstance(value, Symbol) and not value.plain and state.tensor(value) is None:
        return Operand(unknown_node(m, value.key), Ternary.MAYBE)
    return operand(m, state, value)


def _doubt_roots(m: Analysis, state: State, roots: Value) -> Iterator[Doubt]:
    """Why it is not known what graph a call runs through."""
    for value in elements(state, roots):
        node = _root(m, state, value).node
        value = resolve(state, value)
        if node is None and not isinstance(value, Known):
            yield Doubt(Reason.NO_GRAPH)
        elif node is not None and m.graph[node].op == "unknown":
            built = m.graph[node].built
            given = Doubt(Reason.NO_CALLER) if is_given(value) else None
            yield given or Doubt(Reason.OPAQUE, None if built is None else built.location)


def _lacks_grad(state: State, value: Value) -> bool:
    record = state.tensor(resolve(state, value))
    return record is not None and record.requires_grad is Ternary.NO


def _inputs(m: Analysis, state: State, value: Value | None) -> tuple[tuple[NodeId, ...] | None, bool]:
    if value is None or value == NONE:
        return None, True
    nodes: list[NodeId] = []
    known = True
    items = concrete_items(state, value)
    for item in items if items is not None else elements(state, value):
        part = operand(m, state, item)
        if part.node is None or m.graph[part.node].op == "unknown":
            known = False
        else:
            nodes.append(part.node)
    return tuple(nodes), known


def _gradients(m: Analysis, state: State, names: Sequence[str], request: CallRequest, call: EngineCall) -> Value:
    """The gradients: with create_graph they hang on the graph that was run (SEMANTICS.md B)."""
    given = request.argument(names, "inputs") or NONE
    items = concrete_items(state, given)
    record = state.tensor(given)
    count = len(items) if items is not None else 1 if isinstance(record, TensorRecord) and not record.opaque else None
    if call.create_graph is Ternary.NO:
        plain = [m.symbol("value", plain=True) for _ in range(count or 0)]
        return Tuple(tuple(plain)) if count is not None else m.symbol("value", plain=True)
    outside = graph_operands(m, state, [request.argument(names, "grad_outputs") or NONE])
    parts: list[Operand] = [*attachments(m, state, call, request.span), *outside]
    node, requires = add_node(m, state, "grad", parts, (), Ternary.YES, request.span)
    made = tuple(
        new_tensor(m, state, node, requires, opaque=count is None) for _ in range(1 if count is None else count)
    )
    return made[0] if count is None else Tuple(made)
