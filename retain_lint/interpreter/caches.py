"""functools.cache and functools.lru_cache: what a call with the same arguments gave before is given again. Floor 3.

The results are kept in the overlay, by function and arguments; plain data is not, nothing hangs on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from retain_lint.domain.heap import lookup
from retain_lint.domain.plain_data import DATA
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, BoundMethod, External, FunctionValue, Index, Key, Known, Partial, Value
from retain_lint.interpreter.assume import resolve
from retain_lint.interpreter.machine import Outcome
from retain_lint.interpreter.request import CallRequest

_DECORATORS = frozenset({"functools.cache", "functools.lru_cache"})
_CACHED, _RESULT = "cached", "result"


def decorate(name: str, request: CallRequest) -> Value | None:
    """`cache(function)`, or `lru_cache(maxsize=None)`, which is a decorator; None for anything else."""
    given = request.first()
    if name not in _DECORATORS:
        return None
    if isinstance(given, FunctionValue):
        return replace(given, cached=True)
    return None if given == Known(0) else Partial(External("functools.cache"), (), ())


def call_cached(
    state: State, function: FunctionValue, request: CallRequest, run: Callable[[], list[Outcome]]
) -> list[Outcome]:
    """What the call gave before with these arguments, else what it gives now."""
    if not function.cached:
        return run()
    key = _key(state, function, request)
    known = lookup(state.overlay.get(key, ()), _RESULT)
    if known is not None:
        return [Outcome(state, known)]
    outcomes = run()
    for outcome in outcomes:
        if not outcome.raised and not DATA.covers(outcome.state, outcome.value):
            outcome.state.overlay[key] = ((_RESULT, outcome.value),)
    return outcomes


def _key(state: State, function: FunctionValue, request: CallRequest) -> Key:
    """Equal arguments have equal hashes: a running index is the number that it is."""
    given = tuple(_plain(resolve(state, value)) for value in request.positional)
    named = tuple((name, _plain(resolve(state, value))) for name, value in sorted(request.keywords.items()))
    return _CACHED, id(function.function), function, given, named


def _plain(value: Value) -> Value:
    return Known(value.value) if isinstance(value, Index) else value


def call_cache_method(state: State, receiver: Value, name: str) -> Outcome | None:
    """`function.cache_clear()`; None for anything else."""
    function = receiver.function if isinstance(receiver, BoundMethod) else receiver
    if name != "cache_clear" or not isinstance(function, FunctionValue):
        return None
    for key in [key for key in state.overlay if key[0] == _CACHED and key[1] == id(function.function)]:
        state.overlay[key] = ()
    return Outcome(state, NONE)
