"""Counters: numbers that the iterations of a loop add to (`self.step += 1`), which run like the loop's own index. Floor 3.

As long as a loop is not followed to its end, a counter that has been carried over from an earlier iteration stands for any
later number as well: `if self.step > 1000` is no dead code.
"""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.assume import resolve
from retain_lint.domain.autograd_graph import PART
from retain_lint.domain.heap import LayerRecord, ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Index, Known, Lazy, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.tensors import graph_operands
from retain_lint.ir.model import Binary, Block
from retain_lint.ir.operands import reads
from retain_lint.ir.walk import instructions_of

#: the operations of parameters and of what opaque code built
_UNFOLLOWED = frozenset({"leaf", "unknown", "call", PART})


def count(m: Analysis, state: State, i: Binary, left: Value, right: Value) -> Index | None:
    """left += right, if that counts: a number that this very place has added to before is carried over."""
    adds = i.op in ("+", "-") and (i.in_place or i.target == i.left)
    if not adds or not isinstance(right, Known) or type(right.value) is not int:
        return None
    stride = right.value if i.op == "+" else -right.value
    counter = m.loops.counters.setdefault(id(i), ~len(m.loops.counters))  # below zero, where no loop has its number
    turn = _turn_of(m, state)
    if isinstance(left, Index) and left.loop == counter:
        position = left.position + (left.turn is not None)  # else it has been carried over
        return replace(left, value=left.value + stride, position=position, turn=turn)
    if isinstance(left, Known) and type(left.value) is int and turn is not None and i.left not in m.scope.tested:
        return Index(left.value + stride, counter, 0, stride, turn=turn)
    return None


def note_growth(m: Analysis, state: State, request: CallRequest, before: ListRecord, after: ListRecord) -> Index | None:
    """The length of a list after a call that adds to it, if that counts."""
    counter = m.loops.counters.setdefault(id(request.instruction), ~len(m.loops.counters))
    longest = resolve(state, after.longest)
    last = longest.value if isinstance(longest, Known) and isinstance(longest.value, int) else None
    turn = _turn_of(m, state)
    if before.grown is not None and before.grown.loop == counter:
        return replace(before.grown, value=len(after.items), position=before.grown.position + 1, turn=turn)
    return Index(len(after.items), counter, 0, last=last, turn=turn) if turn is not None else None


def grown_length(m: Analysis, state: State, value: Value) -> Index | None:
    """len(value) of a list that grows from iteration to iteration, as replay buffers do. Of one that holds graphs (parameters
    are none, and nothing is known of what opaque code built) only the items that are seen count, as long as the loop runs: those
    that fell out would be among the others."""
    record = state.record(value)
    grown = record.grown if isinstance(record, ListRecord) else None
    if grown is None or not isinstance(record, ListRecord) or grown.value != len(record.items):
        return None
    if grown.turn is not None and grown.turn[0] not in dict(state.loops):
        return grown
    held = [part.node for part in graph_operands(m, state, record.items) if part.node is not None]
    return grown if all(node.op in _UNFOLLOWED for node in m.graph.reach(held)) else None


def is_sampled(m: Analysis, state: State, value: Value) -> bool:
    """Is it a list without graphs, or a container of layers, of which a comprehension over unknown data has made the first items,
    or does it go through such items or count them?"""
    if isinstance(value, Lazy):
        return any(is_sampled(m, state, source) for source in value.sources)
    if isinstance(value, Known):
        return value.sample is not None
    record = state.record(value)
    if isinstance(record, LayerRecord):
        return record.sampled
    return isinstance(record, ListRecord) and record.sampled and not graph_operands(m, state, record.items)


def _turn_of(m: Analysis, state: State) -> tuple[int, int] | None:
    """The innermost running loop that is not followed to its end, and its iteration."""
    return next((turn for turn in reversed(state.loops) if turn[0] not in m.loops.unrolled), None)


def names_tested(test: Block) -> frozenset[str]:
    """The variables that decide how long a `while` loop runs: it is followed by them."""
    return frozenset(name for i in instructions_of(test) for name in reads(i) if not name.startswith("%"))
