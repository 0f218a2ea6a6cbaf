"""functools.cache and functools.lru_cache: what a call with the same arguments gave before is given again. Floor 3.

The results are kept in the overlay, by function and arguments; plain data is not, nothing hangs on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from retain_lint.domain.assume import resolve
from retain_lint.domain.heap import lookup
from retain_lint.domain.plain_data import DATA
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, BoundMethod, External, FunctionValue, Index, Key, Known, Partial, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel

_DECORATORS = frozenset({"functools.cache", "functools.lru_cache"})
_CACHED, _RESULT = "cached", "result"


class FunctoolsCache(LibraryModel):
    """See the module's text."""

    functions = _DECORATORS
    methods = frozenset({"cache_clear"})

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        """`cache(function)`, or `lru_cache(maxsize=None)`, which is a decorator."""
        given = request.first()
        if isinstance(given, FunctionValue):
            return [Outcome(state, replace(given, cached=True))]
        return None if given == Known(0) else [Outcome(state, Partial(External("functools.cache"), (), ()))]

    def method(
        self, m: Analysis, state: State, receiver: Value, name: str, request: CallRequest
    ) -> list[Outcome] | None:
        """`function.cache_clear()`"""
        function = receiver.function if isinstance(receiver, BoundMethod) else receiver
        if not isinstance(function, FunctionValue):
            return None
        for key in [key for key in state.overlay if key[0] == _CACHED and key[1] == id(function.function)]:
            state.reattach(key, ())
        return [Outcome(state, NONE)]


def call_cached(
    state: State, function: FunctionValue, request: CallRequest, run: Callable[[], list[Outcome]]
) -> list[Outcome]:
    """What the call gave before with these arguments, else what it gives now."""
    if not function.cached:
        return run()
    key = _key(state, function, request)
    known = lookup(state.attached(key), _RESULT)
    if known is not None:
        return [Outcome(state, known)]
    outcomes = run()
    for outcome in outcomes:
        if not outcome.raised and not DATA.covers(outcome.state, outcome.value):
            outcome.state.reattach(key, ((_RESULT, outcome.value),))
    return outcomes


def _key(state: State, function: FunctionValue, request: CallRequest) -> Key:
    """Equal arguments have equal hashes: a running index is the number that it is."""
    given = tuple(_plain(resolve(state, value)) for value in request.positional)
    named = tuple((name, _plain(resolve(state, value))) for name, value in sorted(request.keywords.items()))
    return _CACHED, id(function.function), function, given, named


def _plain(value: Value) -> Value:
    return Known(value.value) if isinstance(value, Index) else value
