"""The arguments of a call as they are written, and the graphs in them. Floor 3."""

from __future__ import annotations

from retain_lint.domain.autograd_graph import NodeId
from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.state import State
from retain_lint.domain.value import Linear, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis, ArgumentNodes
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.tensors import find_tensors, is_plain, node_behind, operand
from retain_lint.source import Span


def argument_nodes(m: Analysis, state: State, request: CallRequest) -> list[ArgumentNodes]:
    """The nodes of the tensors that each argument holds."""
    found = []
    for argument in request.instruction.arguments:
        value = state.variables(m.frame).get(argument.value)
        if value is None or argument.stars:
            continue
        numbers = (_node_of(m, state, tensor) for tensor in find_tensors(m, state, value))
        nodes = frozenset(number for number in numbers if number is not None)
        if nodes:
            found.append(ArgumentNodes(argument_event(m, argument.span, argument.keyword), nodes))
    return found


def _node_of(m: Analysis, state: State, value: Value) -> NodeId | None:
    """The node of a tensor, or of an unknown value, which need be none: it is only handed on."""
    if isinstance(value, (Symbol, Linear)) and state.tensor(value) is None:
        return None if is_plain(m, value) else node_behind(m, value.key)
    return operand(m, state, value).node


def argument_event(m: Analysis, span: Span, keyword: str | None) -> Event:
    """An argument's value as an expression; `span` covers `keyword=value`."""
    event = m.event(EventKind.BOUNDARY, span)
    if keyword is None:
        return event
    text = m.source.slice(span)
    skip = len(text) - len(text.partition("=")[2].lstrip())
    inner = Span(span.start_line, span.start_column + skip, span.end_line, span.end_column)
    return m.event(EventKind.BOUNDARY, inner)
