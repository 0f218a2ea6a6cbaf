"""Running totals, lists and dictionaries that keep the graphs of earlier iterations alive. Floor 3.

A total is a candidate when it grows by a tensor with history while it already hangs on an earlier iteration's graph. It is
reported only if that graph was freed (sending the total backward would raise) or if the code is a script's own, whose values nobody
else can send backward; and if no engine call ever ran through it. `x = x + f(x)` is no total but a recurrence.
"""

from __future__ import annotations

import ast

from retain_lint.domain.autograd_graph import PART, NodeId
from retain_lint.domain.canonical import is_older
from retain_lint.domain.contents import graphs_in
from retain_lint.domain.heap import DictRecord, ListRecord, TensorRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Index, Known, Linear, Value
from retain_lint.frontend.snippets import one_line
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.ledger import Accumulation
from retain_lint.interpreter.heap.strings import spell
from retain_lint.ir.model import Binary, Call, SetItem
from retain_lint.source import Span


def note_total(m: Analysis, state: State, i: Binary, operands: tuple[TensorRecord | None, ...], after: Value) -> None:
    """`total += value`, `total = total + value` or a moving average inside a loop; `operands` are as they were before."""
    new = state.tensor(after)
    if i.op != "+" or not state.loops or new is None or new.node is None:
        return
    if i.in_place:
        old, value = (operand.node if operand is not None else None for operand in operands)
        if old is not None and value is not None and _is_kept(m, state, old) and i.spans[1] is not None:
            _note(m, i, [new.node], one_line(m.source.slice(i.span).partition("+=")[0]), i.spans[1])
        return
    for one, other in ((0, 1), (1, 0)):
        _note_sum(m, state, i, new.node, one, (operands[one], operands[other]))


def _note_sum(
    m: Analysis, state: State, i: Binary, new: NodeId, place: int, operands: tuple[TensorRecord | None, ...]
) -> None:
    """The sum `new`, whose operand at `place` may be what the same addition gave in an earlier iteration, or a multiple of it."""
    old, value = (operand.node if operand is not None else None for operand in operands)
    span, own = i.spans[1 - place], i.spans[place]
    if old is None or value is None or span is None or own is None:
        return
    total = _find_total(m, state, i, old)
    if total is None or any(node.number == total for node in m.graph.reach([value])):
        return
    if _is_computed_with(m, total, {old, new}):
        return
    if total == old:
        _note(m, i, [new], one_line(m.source.slice(own)), span)
        return
    events = next((events for child, events in m.graph[old].uses if child == total), ())
    if events:
        _note(m, i, [new], events[0].text, i.span)


def _is_computed_with(m: Analysis, total: NodeId, own: set[NodeId]) -> bool:
    """Is what the addition gave an operand of other operations, too, as the state of a recurrence is?"""
    later = (m.graph[number] for number in range(total + 1, m.graph.next_number) if number not in own)
    return any(total in node.inputs for node in later)


def _find_total(m: Analysis, state: State, i: Binary, operand: NodeId) -> NodeId | None:
    """What this addition gave in an earlier iteration: the operand, or what it is a multiple of."""
    here = m.location(i.span)
    inputs = (operand, *(m.graph[operand].inputs if m.graph[operand].op in ("*", "mul") else ()))
    return next((n for n in inputs if m.graph[n].built.location == here and _is_kept(m, state, n)), None)


def note_append(m: Analysis, state: State, i: Call, target: Value, value: Value) -> None:
    """`items.append(value)` inside a loop, when an earlier iteration's value is there already."""
    record = state.record(target)
    if isinstance(record, ListRecord):
        holder = one_line(m.source.slice(i.receiver)) if i.receiver is not None else ""
        _note_growth(m, state, i, record, value, holder, i.arguments[0].span)


def note_concatenation(m: Analysis, state: State, i: Binary, target: Value, added: Value) -> None:
    """`items += [value]`, likewise."""
    record, more, span = state.record(target), state.record(added), i.spans[1]
    if i.op != "+" or span is None or not isinstance(record, ListRecord) or not isinstance(more, ListRecord):
        return
    text = m.source.slice(span)
    if len(more.items) == 1 and text.startswith("[") and text.endswith("]") and not text.endswith(",]"):
        inner = Span(span.start_line, span.start_column + 1, span.end_line, span.end_column - 1)
        holder = one_line(m.source.slice(i.span).partition("+=")[0])
        _note_growth(m, state, i, record, more.items[0], holder, inner)


def note_entry(m: Analysis, state: State, i: SetItem, target: Value, index: Value, value: Value) -> None:
    """`logs[step] = value` under a number that counts, likewise."""
    record = state.record(target)
    counts = isinstance(index, (Index, Linear)) or isinstance(index, Known) and isinstance(index.value, int)
    if not state.loops or not isinstance(record, DictRecord) or not counts:
        return
    span = _find_assigned(m, i)
    if span is not None and all(spell(key) != spell(index) for key, _ in record.items):
        nodes = _graphs(state, tuple(item for _, item in record.items))
        new = _graphs(state, (value,))
        if state.tensor(value) is not None and new and any(_is_kept(m, state, node) for node in nodes):
            _note(m, i, [*nodes, *new], one_line(m.source.slice(i.span)).partition("[")[0], span)


def _find_assigned(m: Analysis, i: SetItem) -> Span | None:
    """The place of the value in `logs[step] = value`, if both are on one line."""
    end = i.span
    rest = "_" + m.source.slice(Span(end.end_line, end.end_column, end.end_line + 1, 0)).rstrip("\r\n")
    try:
        (statement,) = ast.parse(rest).body
    except (SyntaxError, ValueError):
        return None
    value = statement.value if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    if value is None or value.end_col_offset is None:
        return None
    before = end.end_column - 1
    first, last = (before + len(rest.encode()[:at].decode()) for at in (value.col_offset, value.end_col_offset))
    return Span(end.end_line, first, end.end_line, last)


def _note_growth(
    m: Analysis, state: State, i: Binary | Call, record: ListRecord, value: Value, holder: str, place: Span
) -> None:
    """A list grows by a value, which stands at a place."""
    new = _graphs(state, (value,))
    nodes = _graphs(state, record.items)
    if not state.loops or not new or record.longest != NONE:  # a bounded one lets go of the oldest
        return
    if isinstance(i, Call) and any(_is_spent(m, state, node) for node in nodes):
        m.facts.buffered.update(dict.fromkeys([*nodes, *new], m.site(i)))
    if state.tensor(value) is not None and any(_is_kept(m, state, node) for node in nodes):
        _note(m, i, [*nodes, *new], holder, place)
        m.ledger.accumulations[m.site(i)].entered |= any(_was_sent_twice(m, state, node) for node in nodes)


def _graphs(state: State, values: tuple[Value, ...]) -> list[NodeId]:
    return [node for value in values for node in graphs_in(state, value) if node is not None]


def _is_kept(m: Analysis, state: State, node: NodeId) -> bool:
    """Does the node hang on an earlier iteration, whose graph is of no use to anybody any more?"""
    if not is_older(m.graph[node].stamp, state.loops) or len(m.graph[node].stamp) < len(state.loops):
        return False
    if m.graph[node].choice or _may_be_number(m, state, node):  # or of nothing
        m.suspect("accumulated")
        return False
    if len(m.stack) == 1:
        return True
    return any(n.number in state.freed and state.freed[n.number].certain for n in m.graph.reach([node]))


def _may_be_number(m: Analysis, state: State, node: NodeId) -> bool:
    """Is it what an unseen function returned, of which nobody has shown that it has a graph? It may be an accuracy."""
    while m.graph[node].op == PART:
        node = m.graph[node].inputs[0]
    return m.graph[node].op == "call" and node not in state.freed


def _is_spent(m: Analysis, state: State, node: NodeId) -> bool:
    """Was the node there when its graph, or a part of it, was sent backward and freed?"""
    if not is_older(m.graph[node].stamp, state.loops):
        return False
    causes = (state.freed.get(reached.number) for reached in m.graph.reach([node]))
    return any(cause is not None and cause.certain and node < cause.root for cause in causes)


def _was_sent_twice(m: Analysis, state: State, node: NodeId) -> bool:
    """Did one call retain the node's graph, and another one free it?"""
    reached = [n.number for n in m.graph.reach([node]) if n.number in state.kept and n.number in state.freed]
    return any(state.freed[number].site not in state.kept[number].sites for number in reached)


def _note(m: Analysis, i: Binary | Call | SetItem, nodes: list[NodeId], holder: str, place: Span) -> None:
    site = m.site(i)
    m.ledger.accumulations.setdefault(site, Accumulation(holder, place))
    for node in nodes:
        m.facts.accumulated[node].add(site)
