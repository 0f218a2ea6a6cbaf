"""Summaries of functions that make one of many models: once known to leave nothing but an opaque model, one is not run again. Floor 3.

A factory that `unite_models` gave one opaque model for gives another one for what is no more precise, on every later path and for
each network of the same kind.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from retain_lint.domain.join import MODEL
from retain_lint.domain.state import State
from retain_lint.domain.value import FunctionValue, Known, Symbol, Value
from retain_lint.interpreter.calls.costly_networks import is_beside
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest


def call_factory(
    m: Analysis, state: State, function: FunctionValue, request: CallRequest, run: Callable[[], list[Outcome]]
) -> list[Outcome]:
    """The outcomes of a call of a function of the project. `run` makes them, unless the function is known to be a factory:
    the first call that gives an opaque model makes it a candidate, the second shows that it changes nothing else."""
    known, number = m.syntax.factories, id(function.function)
    key = (number, _shape(request))
    if key in known and all(is_beside(m, state, value) for value in request.values()):
        return [Outcome(state, m.symbol(MODEL))]
    before = state.fork() if number in known else None
    outcomes = run()
    ended = [outcome for outcome in outcomes if not outcome.raised]
    if len(ended) == 1 and _is_opaque_model(ended[0].value):
        known.add(number if before is None else key if _is_untouched(before, ended[0].state) else number)
    return outcomes


def _shape(request: CallRequest) -> Hashable:
    """The arguments, as far as the choice of a model may hang on them: constants."""
    named = tuple((name, _constant(value)) for name, value in sorted(request.keywords.items()))
    return (tuple(map(_constant, request.positional)), named)


def _constant(value: Value) -> Hashable:
    return (type(value.value), value.value) if isinstance(value, Known) else None


def _is_opaque_model(value: Value) -> bool:
    return isinstance(value, Symbol) and value.key[0] == MODEL


def _is_untouched(before: State, after: State) -> bool:
    """Are the older objects, the graphs and the gradients what they were before the call?"""
    same = all(after.heap.get(address, record) == record for address, record in before.heap.items())
    return same and (before.freed, before.kept, before.gradients) == (after.freed, after.kept, after.gradients)
