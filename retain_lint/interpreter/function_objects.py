"""Calls that make a function of a function: decorators, partial(), methods bound by hand. Floor 3."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from retain_lint.domain.value import BoundMethod, FunctionValue, Partial, Value
from retain_lint.interpreter.attributes import SETTER

_WRAPPERS = frozenset(
    {"builtins.property", "builtins.staticmethod", "builtins.classmethod", "functools.cached_property"}
)
_MANAGERS = frozenset({"contextlib.contextmanager", "contextlib.asynccontextmanager"})


def derive_function(name: str, positional: tuple[Value, ...], keywords: Mapping[str, Value]) -> Value | None:
    """What such a call gives; None for any other call."""
    if not positional:
        return None
    if name == "functools.partial":
        return Partial(positional[0], positional[1:], tuple(keywords.items()))
    if name == "types.MethodType" and len(positional) == 2:
        return BoundMethod(positional[1], positional[0])
    given, last = positional[0], positional[-1]
    if not isinstance(given, FunctionValue):
        return None
    if name in _WRAPPERS:
        return replace(given, wrapper=name.partition(".")[2])
    if name in _MANAGERS:
        return replace(given, manager=given.function.is_generator)
    return replace(given, setter=last) if name == SETTER and isinstance(last, FunctionValue) else None
