"""Calls that make a function of a function: decorators, partial(), methods bound by hand. Floor 3."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from retain_lint.domain.state import State
from retain_lint.domain.value import BoundMethod, FunctionValue, Partial, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.data_model.attributes import SETTER

_PARTIAL, _BOUND = "functools.partial", "types.MethodType"
_WRAPPERS = frozenset(
    {"builtins.property", "builtins.staticmethod", "builtins.classmethod", "functools.cached_property"}
)
_MANAGERS = frozenset({"contextlib.contextmanager", "contextlib.asynccontextmanager"})


class FunctionWrappers(LibraryModel):
    """See the module's text."""

    functions = frozenset({_PARTIAL, _BOUND, SETTER, *_WRAPPERS, *_MANAGERS})

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        made = _derive(name, request.positional, request.keywords) if request.positional else None
        return None if made is None else [Outcome(state, made)]


def _derive(name: str, positional: tuple[Value, ...], keywords: Mapping[str, Value]) -> Value | None:
    if name == _PARTIAL:
        return Partial(positional[0], positional[1:], tuple(keywords.items()))
    if name == _BOUND and len(positional) == 2:
        return BoundMethod(positional[1], positional[0])
    given, last = positional[0], positional[-1]
    if not isinstance(given, FunctionValue):
        return None
    if name in _WRAPPERS:
        return replace(given, wrapper=name.partition(".")[2])
    if name in _MANAGERS:
        return replace(given, manager=given.function.is_generator)
    return replace(given, setter=last) if name == SETTER and isinstance(last, FunctionValue) else None
