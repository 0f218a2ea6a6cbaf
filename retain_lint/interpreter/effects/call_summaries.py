"""Call summaries of functions that leave no trace: what one makes of plain data on many paths is plain data. Floor 3.

Its paths are run once, on a copy of the state; those that differ in nothing but the data that they result in go on as one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from retain_lint.domain.loaded import LOADED
from retain_lint.domain.plain_data import ARRAYS, GIVEN, TAKEN
from retain_lint.domain.state import State
from retain_lint.domain.value import FunctionValue, Known, Tuple
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.program import Summary
from retain_lint.interpreter.effects.data_only_calls import MAX_COST, is_data_call, run_allowed, run_counted
from retain_lint.interpreter.effects.result_kinds import DATA, UNKNOWN, kind_of, make_result


def summarise(
    m: Analysis,
    state: State,
    function: FunctionValue,
    request: CallRequest,
    run: Callable[[State], list[Outcome]],
) -> list[Outcome]:
    """The outcomes of a call that leaves no trace. `run` makes them; those of one kind become one, if all are data. What
    comes of arguments that are not seen is remembered, if it is of one kind, and taken for granted where it came on many
    paths or has cost much."""
    plain = all(ARRAYS.covers(state, value) for value in request.values())
    unseen = plain or all(GIVEN.covers(state, value) for value in request.values())
    number = id(function.function)
    known = m.syntax.summaries.get((number, plain))
    if unseen and known is not None and (known.many or known.cost > MAX_COST):
        return [Outcome(state, make_result(m, state, known.kind))]
    before = m.syntax.data_costs[number]
    within = unseen and is_data_call(m, state, function, request)
    abandoned = within and number in m.syntax.overdrawn
    outcomes = [] if abandoned else (run_allowed if within else run_counted)(m, state, number, run)
    if within and number in m.syntax.overdrawn:
        return [Outcome(state, m.symbol("value"))]
    if m.budget.spent or not all(TAKEN.covers(o.state, o.value) for o in outcomes):
        return outcomes
    kinds = _by_kind(outcomes)
    if len(kinds) == 1 and unseen and not isinstance(outcomes[0].value, Known):
        cost = m.syntax.data_costs[number] - before + (0 if known is None else known.cost)
        m.syntax.summaries[number, plain] = Summary(_common_kind(outcomes, plain), len(outcomes) > 1, cost)
    if len(kinds) == len(outcomes):
        return outcomes
    return [_unite(m, state, group) for group in kinds.values()]


def _by_kind(outcomes: list[Outcome]) -> dict[Hashable, list[Outcome]]:
    """Outcomes by what a caller may ask of them: constants each for itself, tuples by their length, other data."""
    groups: dict[Hashable, list[Outcome]] = {}
    for outcome in outcomes:
        value = outcome.value
        kind: Hashable = len(value.items) if isinstance(value, Tuple) else "data"
        kind = ("constant", type(value.value), value.value) if isinstance(value, Known) else kind
        groups.setdefault((outcome.raised, kind), []).append(outcome)
    return groups


def _unite(m: Analysis, state: State, group: list[Outcome]) -> Outcome:
    """The outcomes of one kind as one, on the path from before the call; it knows what they agree on."""
    if len(group) == 1:
        return group[0]
    united = state.fork()
    united.assume_either(outcome.state.condition for outcome in group)
    value = group[0].value
    made = value if isinstance(value, Known) else make_result(m, united, _common_kind(group, True))
    return Outcome(united, made, group[0].raised)


def _common_kind(group: list[Outcome], plain: bool) -> Hashable:
    """The kind of all the results, at least as far as the length of a tuple. `plain`: they come of plain data, or of this call."""
    kinds = {kind_of(outcome.state, outcome.value) for outcome in group}
    if plain and len(kinds) == 1 and None not in kinds:
        return kinds.pop()
    if LOADED in kinds:
        return LOADED
    value, data = group[0].value, plain and all(ARRAYS.covers(outcome.state, outcome.value) for outcome in group)
    part = DATA if data else UNKNOWN
    return (part,) * len(value.items) if isinstance(value, Tuple) and value.items else part
