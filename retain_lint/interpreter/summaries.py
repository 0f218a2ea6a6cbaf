"""Call summaries of functions that leave no trace: what one makes of plain data on many paths is plain data. Floor 3.

Its paths are run once, on a copy of the state; they would differ in nothing but the result, and go on as one.
"""

from __future__ import annotations

from collections.abc import Callable

from retain_lint.domain.plain_data import GIVEN, TAKEN, is_data
from retain_lint.domain.state import State
from retain_lint.domain.value import FunctionValue, Known, Tuple, Value
from retain_lint.interpreter.machine import Machine, Outcome
from retain_lint.interpreter.request import CallRequest

#: results that are constants, such as flags, are told apart up to this number
MAX_CONSTANTS = 3


def summarise(
    m: Machine,
    state: State,
    function: FunctionValue,
    request: CallRequest,
    run: Callable[[State], list[Outcome]],
) -> list[Outcome]:
    """The outcomes of a call that leaves no trace, `run` on a copy where it branches; on one path if all are data."""
    plain = all(is_data(state, value) for value in request.values())
    unseen = plain or all(is_data(state, value, GIVEN) for value in request.values())
    key = (id(function.function), plain)
    known = m.summaries.get(key)
    if unseen and known is not None:
        return [Outcome(state, _unknown(m, *known))]
    outcomes = run(state.fork())
    values = {outcome.value for outcome in outcomes if not outcome.raised}
    if len(values) < 2 or len(values) <= MAX_CONSTANTS and all(isinstance(value, Known) for value in values):
        return outcomes
    if not all(is_data(outcome.state, outcome.value, TAKEN) for outcome in outcomes):
        return outcomes
    result_plain = plain and all(is_data(outcome.state, outcome.value) for outcome in outcomes)
    widths = {len(value.items) if isinstance(value, Tuple) else 0 for value in values}
    width = widths.pop() if len(widths) == 1 else 0
    if unseen:
        m.summaries[key] = (width, result_plain)
    return [Outcome(state, _unknown(m, width, result_plain))]


def _unknown(m: Machine, width: int, plain: bool) -> Value:
    """Data of which nothing is known; a tuple of so many, if not 0."""
    if width == 0:
        return m.symbol("value", plain=plain)
    return Tuple(tuple(m.symbol("value", plain=plain) for _ in range(width)))
