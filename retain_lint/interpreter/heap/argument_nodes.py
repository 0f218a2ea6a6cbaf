"""The arguments of a call as they are written, and the graphs in them. Floor 3."""

from __future__ import annotations

from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.state import State
from retain_lint.interpreter.context.analysis import Analysis, ArgumentNodes
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.tensors import find_tensors, operand
from retain_lint.source import Span


def argument_nodes(m: Analysis, state: State, request: CallRequest) -> list[ArgumentNodes]:
    """The nodes of the tensors that each argument holds."""
    found = []
    for argument in request.instruction.arguments:
        value = state.variables(m.frame).get(argument.value)
        if value is None or argument.stars:
            continue
        nodes = frozenset(
            part.node for t in find_tensors(m, state, value) if (part := operand(m, state, t)).node is not None
        )
        if nodes:
            found.append(ArgumentNodes(argument_event(m, argument.span, argument.keyword), nodes))
    return found


def argument_event(m: Analysis, span: Span, keyword: str | None) -> Event:
    """An argument's value as an expression; `span` covers `keyword=value`."""
    event = m.event(EventKind.BOUNDARY, span)
    if keyword is None:
        return event
    text = m.source.slice(span)
    skip = len(text) - len(text.partition("=")[2].lstrip())
    inner = Span(span.start_line, span.start_column + skip, span.end_line, span.end_column)
    return m.event(EventKind.BOUNDARY, inner)
