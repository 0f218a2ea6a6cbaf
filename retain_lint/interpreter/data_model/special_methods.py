"""Methods of the project's objects that operators and assignments run. Floor 3."""

from __future__ import annotations

from retain_lint.domain.state import State
from retain_lint.domain.value import BoundMethod, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.data_model.attributes import set_attribute
from retain_lint.interpreter.effects.escaping_functions import escape_to_handed
from retain_lint.interpreter.heap.descriptors import method_of, set_descriptor
from retain_lint.interpreter.heap.tensors import any_graph_in
from retain_lint.source import Span

_OPERATORS = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "truediv",
    "//": "floordiv",
    "%": "mod",
    "**": "pow",
    "@": "matmul",
    "&": "and",
    "|": "or",
    "^": "xor",
    "<<": "lshift",
    ">>": "rshift",
}
_UNARY = {"-": "neg", "+": "pos", "~": "invert"}


def call_operator(
    m: Analysis, state: State, op: str, in_place: bool, operands: tuple[Value, Value], span: Span
) -> list[Outcome] | None:
    """left op right, where the class of the left says what that is, or else that of the right; None elsewhere."""
    name = _OPERATORS.get(op, op)
    for prefix in ("i", "") if in_place else ("",):
        method = method_of(state, operands[0], f"__{prefix}{name}__")
        if method is not None:
            return m.interpreter.call_value(m, state, method, operands, {}, span)
    reflected = method_of(state, operands[1], f"__r{name}__")
    if reflected is None:
        return None
    return m.interpreter.call_value(m, state, reflected, (operands[1], operands[0]), {}, span)


def call_unary(m: Analysis, state: State, op: str, operand: Value, span: Span) -> list[Outcome] | None:
    """op operand, where its class says what that is; None elsewhere."""
    method = method_of(state, operand, f"__{_UNARY.get(op)}__")
    return None if method is None else m.interpreter.call_value(m, state, method, (operand,), {}, span)


def call_item_setter(
    m: Analysis, state: State, holder: Value, index: Value, source: Value | None, span: Span
) -> list[Outcome] | None:
    """holder[index] = source, where the class says what that is; None elsewhere."""
    method = method_of(state, holder, "__setitem__")
    if source is None or method is None:
        return None
    return m.interpreter.call_value(m, state, method, (holder, index, source), {}, span)


def call_setter(
    m: Analysis, state: State, holder: Value, name: str, source: Value | None, span: Span
) -> list[Outcome] | None:
    """holder.name = source, where the class has a property that says what that is; None elsewhere. Of a `__setattr__` only
    the graphs are followed that it may send backward; what it stores is perhaps found elsewhere, and perhaps replaced there."""
    if source is None:
        return None
    found, every = method_of(state, holder, name), method_of(state, holder, "__setattr__")
    if every is not None:
        escape_to_handed(m, state, (BoundMethod(holder, every), source))
    if found is None or found.setter is None:
        told = set_descriptor(m, state, holder, name, source, span)
        return _store_perhaps(m, state, holder, name, source, span) if told is None and every is not None else told
    return [
        Outcome(o.state, source, o.raised)
        for o in m.interpreter.call_value(m, state, found.setter, (holder, source), {}, span)
    ]


def _store_perhaps(
    m: Analysis, state: State, holder: Value, name: str, source: Value, span: Span
) -> list[Outcome] | None:
    kept = None if state.tensor(source) is None else any_graph_in(m, state, [source])
    if kept is None:
        return None
    set_attribute(m, state, holder, name, kept, span)
    return [Outcome(state, source)]
