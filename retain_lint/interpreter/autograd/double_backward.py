"""Gradients that have a graph of their own: where it hangs on the graph that was run. Floor 3.

A gradient computed with create_graph is an expression over the buffers that the run nodes saved. A buffer that is a
node's result leads back into that node, one that is its input only to what made the input (SEMANTICS.md B).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from retain_lint.domain.autograd_graph import GradNode, NodeId, Reuse
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.interpreter.autograd.backward import EngineCall
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.tensors import Operand, add_node
from retain_lint.source import Span


def attachments(m: Analysis, state: State, call: EngineCall, span: Span) -> list[Operand]:
    """The nodes that the gradients of a call hang on."""
    ran, path = _executed(m, call)
    found: dict[NodeId, bool] = {}
    for node in ran:
        for reuse in node.reuses if node.reuses is not None else (Reuse(node.number),):
            if not reuse.wanted_by or path.intersection(reuse.wanted_by):
                found[reuse.node] = found.get(reuse.node, False) or reuse.certain
    return list(_as_operands(m, state, found.items(), span))


def _executed(m: Analysis, call: EngineCall) -> tuple[list[GradNode], frozenset[NodeId]]:
    """The nodes that the call ran, and those together with the inputs that it ran for."""
    below = frozenset(node.number for node in m.graph.reach(call.roots))
    if call.inputs is None or not call.inputs_known:
        path = below
        targets: frozenset[NodeId] = frozenset()
    else:
        targets = frozenset(call.inputs)
        path = m.graph.leads_to(call.roots, targets)
    return [m.graph[n] for n in sorted(path - targets) if m.graph[n].leaf is None], path


def _as_operands(m: Analysis, state: State, found: Iterable[tuple[NodeId, bool]], span: Span) -> Iterator[Operand]:
    for number, certain in found:
        flag = m.graph[number].requires_grad
        if certain:
            yield Operand(number, flag)
            continue
        perhaps, _ = add_node(m, state, "grad", [Operand(number, flag)], (), Ternary.NO, span, Ternary.MAYBE)
        yield Operand(perhaps, Ternary.MAYBE)
