"""Running totals and lists that keep the graphs of earlier iterations alive. Floor 3.

A total is a candidate when it grows by a tensor with history while it already hangs on an earlier iteration's graph. It is
reported only if that graph was freed (sending the total backward would raise) or if the code is a script's own, whose values nobody
else can send backward; and if no engine call ever ran through it.
"""

from __future__ import annotations

from retain_lint.domain.autograd_graph import NodeId
from retain_lint.domain.canonical import is_older
from retain_lint.domain.contents import graphs_in
from retain_lint.domain.heap import ListRecord, TensorRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Value
from retain_lint.frontend.snippets import one_line
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.ledger import Accumulation
from retain_lint.ir.model import Binary, Call


def note_total(m: Analysis, state: State, i: Binary, old: TensorRecord, after: Value) -> None:
    """`total += value` inside a loop; `old` is the total as it was before."""
    new = state.tensor(after)
    if i.op != "+" or not state.loops or new is None or new.node is None:
        return
    if old.node is None or not _is_kept(m, state, old.node):
        return
    holder, _, value = m.source.slice(i.span).partition("+=")
    _note(m, i, [new.node], one_line(holder), value.strip())


def note_append(m: Analysis, state: State, i: Call, target: Value, value: Value) -> None:
    """`items.append(value)` inside a loop, when an earlier iteration's value is there already."""
    record = state.record(target)
    new = [node for node in graphs_in(state, value) if node is not None]
    if not state.loops or not isinstance(record, ListRecord) or not new:
        return
    nodes = [node for item in record.items for node in graphs_in(state, item) if node is not None]
    if record.longest != NONE:  # it lets go of the oldest ones
        return
    if any(_is_spent(m, state, node) for node in nodes):
        m.facts.buffered.update(dict.fromkeys([*nodes, *new], m.site(i)))
    if state.tensor(value) is not None and any(_is_kept(m, state, node) for node in nodes):
        holder = one_line(m.source.slice(i.receiver)) if i.receiver is not None else ""
        _note(m, i, [*nodes, *new], holder, m.source.slice(i.arguments[0].span))


def _is_kept(m: Analysis, state: State, node: NodeId) -> bool:
    """Does the node hang on an earlier iteration, whose graph is of no use to anybody any more?"""
    if not is_older(m.graph[node].stamp, state.loops) or len(m.graph[node].stamp) < len(state.loops):
        return False
    if m.graph[node].choice:  # or of nothing
        m.suspect("accumulated")
        return False
    if len(m.stack) == 1:
        return True
    return any(n.number in state.freed and state.freed[n.number].certain for n in m.graph.reach([node]))


def _is_spent(m: Analysis, state: State, node: NodeId) -> bool:
    """Was the node there when its graph, or a part of it, was sent backward and freed?"""
    if not is_older(m.graph[node].stamp, state.loops):
        return False
    causes = (state.freed.get(reached.number) for reached in m.graph.reach([node]))
    return any(cause is not None and cause.certain and node < cause.root for cause in causes)


def _note(m: Analysis, i: Binary | Call, nodes: list[NodeId], holder: str, value: str) -> None:
    site = m.site(i)
    m.ledger.accumulations.setdefault(site, Accumulation(holder, value))
    for node in nodes:
        m.facts.accumulated[node] = site
