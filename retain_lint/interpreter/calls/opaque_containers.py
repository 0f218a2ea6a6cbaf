"""Opaque containers: what they are given to keep, and may give out. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.tensors import any_graph_in, graph_operands


def keep(m: Analysis, state: State, receiver: Symbol, request: CallRequest) -> None:
    """An opaque container holds the tensors that it is given."""
    given = tuple(value for value in request.values() if graph_operands(m, state, [value]))
    if given:
        pairs = state.attached(receiver.key)
        before = lookup(pairs, "+")
        kept = (*before.items, *given) if isinstance(before, Tuple) else given
        state.attach(receiver.key, "+", Tuple(kept))


def given_out(m: Analysis, state: State, receiver: Value) -> Value | None:
    """What an opaque container returns may be any of the tensors that it holds."""
    held = lookup(state.attached(receiver.key), "+") if isinstance(receiver, Symbol) else None
    return any_graph_in(m, state, [held]) if held is not None else None
