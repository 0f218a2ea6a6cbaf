"""Summaries of functions that make one of many models: once known to leave nothing but an opaque model, one is not run again. Floor 3.

A factory that `unite_models` gave one opaque model for gives another one for what is no more precise, on every later path and for
each network of the same kind.
"""

from __future__ import annotations

from collections.abc import Callable

from retain_lint.domain.joined_values import MODEL, is_any_model
from retain_lint.domain.state import State
from retain_lint.domain.value import FunctionValue
from retain_lint.interpreter.calls.costly_networks import is_beside
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.effects.observed_calls import find_changes, shape_of


def call_factory(
    m: Analysis, state: State, function: FunctionValue, request: CallRequest, run: Callable[[], list[Outcome]]
) -> list[Outcome]:
    """The outcomes of a call of a function of the project. `run` makes them, unless the function is known to be a factory:
    the first call that gives an opaque model makes it a candidate, the second shows that it changes nothing else."""
    known, number = m.syntax.factories, id(function.function)
    key = (number, shape_of(state, request)) if number in known else None
    if key is not None and key in known and all(is_beside(m, state, value) for value in request.values()):
        return [Outcome(state, m.symbol(MODEL))]
    before, last = state.fork() if key is not None else None, m.counter
    outcomes = run()
    ended = [outcome for outcome in outcomes if not outcome.raised]
    if len(ended) == 1 and is_any_model(ended[0].value):
        untouched = before is not None and find_changes(before, ended[0].state, last) == frozenset()
        known.add(key if untouched else number)
    return outcomes
