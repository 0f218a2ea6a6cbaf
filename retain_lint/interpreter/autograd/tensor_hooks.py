"""Hooks on tensors that run the engine themselves: they are called when a gradient arrives at the tensor. Floor 3.

One that can get at the graph that is running just then is not followed: what the engine has freed of it by that time is not known.
"""

from __future__ import annotations

from retain_lint.domain.autograd_graph import NodeId
from retain_lint.domain.call_verdict import Doubt, Reason
from retain_lint.domain.heap import TensorRecord
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import Key, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.autograd.backward import EngineCall, Reach, find_reach
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.effects.escaping_functions import escape_to_handed, runs_engine, seen_by
from retain_lint.interpreter.heap.provenance import HANDLE
from retain_lint.interpreter.heap.tensors import graph_operands
from retain_lint.source import Span

#: under this key the overlay keeps the hooks, with the tensors that they are on
_HOOKS: Key = ("tensor hooks",)


def register_tensor_hook(m: Analysis, state: State, receiver: Value, name: str, request: CallRequest) -> Symbol | None:
    """tensor.register_hook(function): the handle; None if the function is none that is followed. As `retain_grad()` does,
    it asks for the gradient of a tensor that is no leaf."""
    function, record = request.argument(("hook",), "hook"), state.tensor(receiver)
    if name in ("register_hook", "retain_grad") and record is not None and record.node is not None:
        m.facts.gradients_kept |= {record.node} if m.graph[record.node].leaf is None else set()
    if name != "register_hook" or function is None or not isinstance(receiver, Ref) or record is None:
        return None
    if record.node is None or not runs_engine(m, function):
        return None
    pairs = state.attached(_HOOKS)
    slot = next(str(number) for number in range(len(pairs) + 1) if str(number) not in dict(pairs))
    state.attach(_HOOKS, slot, Tuple((receiver, function)))
    m.note_run(function)  # nobody else is to call it
    _doubt_retains(m, state, _find_nodes(m, state, function))
    return Symbol((HANDLE, _HOOKS, slot), plain=True)


def _doubt_retains(m: Analysis, state: State, nodes: set[NodeId]) -> None:
    """The hook may be called out of sight: who retained these graphs may have done so for it."""
    m.facts.hook_nodes |= nodes
    for number in nodes & state.kept.keys():
        for site in state.kept[number].sites:
            m.ledger.retains[site].note_escape(Doubt(Reason.TO_HOOK, m.here()), crowded=state.crowded)


def _find_nodes(m: Analysis, state: State, function: Value) -> set[NodeId]:
    """The nodes of the graphs that a function can get at."""
    seen = graph_operands(m, state, seen_by(m, state, function))
    roots = (part.node for part in seen if part.node is not None)
    return {node.number for node in m.graph.reach(roots) if node.holds is not Ternary.NO}


def call_tensor_hooks(m: Analysis, state: State, call: EngineCall, span: Span) -> list[State]:
    """Calls the hooks on the tensors that an engine call is about to run through; gives the paths after that."""
    pairs = state.attached(_HOOKS)
    if not pairs:
        return [state]
    reach, paths = find_reach(m, state, call), [state]
    for slot, hook in pairs:
        record = state.tensor(hook.items[0]) if isinstance(hook, Tuple) else None
        if not isinstance(hook, Tuple) or not isinstance(record, TensorRecord):
            continue
        if record.node in reach.certain or record.node in reach.possible:
            paths = [done for path in paths for done in _meet(m, path, hook.items[1], record, call, reach, span)]
            for path in paths if call.retain is Ternary.NO else ():
                path.attach(_HOOKS, slot, None)
    return paths


def _meet(
    m: Analysis, state: State, function: Value, record: TensorRecord, call: EngineCall, reach: Reach, span: Span
) -> list[State]:
    """Calls one hook, if it is sure to be called and what it runs is apart from what is running."""
    running = not _find_nodes(m, state, function).isdisjoint(reach.all)
    if m.scope.in_hook or running or record.node not in reach.certain:
        escape_to_handed(m, state, (function,))
        return [state]
    before, state.grad_mode, m.scope.in_hook = state.grad_mode, call.create_graph, True
    outcomes = m.interpreter.call_value(m, state, function, (m.symbol("value", plain=True),), {}, span)
    m.scope.in_hook = False
    for outcome in outcomes:
        outcome.state.grad_mode = before
    return [outcome.state for outcome in outcomes if not outcome.raised]
