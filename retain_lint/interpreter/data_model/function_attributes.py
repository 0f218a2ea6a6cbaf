"""Attributes of functions, methods and names of libraries: what they are made of, and what the program stores on them. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import (
    BoundMethod,
    External,
    FunctionValue,
    Key,
    Method,
    Partial,
    Ref,
    Symbol,
    Tuple,
    Value,
    key_of,
)


def function_attribute(state: State, value: Value, name: str) -> Value | None:
    """value.name; None where it is not known, or the value is no function."""
    if not isinstance(value, (FunctionValue, BoundMethod, Method, Partial, External)):
        return None
    stored = lookup(state.attached(_key(value)), name)
    if stored is not None:
        return stored
    if name == "__call__" and not isinstance(value, External):
        return value
    if isinstance(value, BoundMethod):
        return {"__func__": value.function, "__self__": value.receiver}.get(name)
    if isinstance(value, Partial):
        return {"func": value.function, "args": Tuple(value.arguments)}.get(name)
    return None


def store_on_function(state: State, value: Value, name: str, source: Value | None) -> None:
    """value.name = source, where that may hold a graph: counters and options would only keep paths apart."""
    if not isinstance(value, (FunctionValue, External)):
        return
    holds = isinstance(source, (Ref, Tuple)) or isinstance(source, Symbol) and not source.plain
    if holds or lookup(state.attached(_key(value)), name) is not None:
        state.attach(_key(value), name, source)


def _key(value: Value) -> Key:
    """A function keeps what is stored on it, in whichever gradient mode it runs."""
    if isinstance(value, FunctionValue):
        start = value.function.span.start_line, value.function.span.start_column
        return ("function", value.module, *start, value.frame)
    return key_of(value)
