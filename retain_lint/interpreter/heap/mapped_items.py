"""What a function makes of each of several items, one after the other. Floor 3."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from retain_lint.domain.state import State
from retain_lint.domain.value import Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.registers import held


def map_items(
    m: Analysis, state: State, items: Iterable[Value], apply: Callable[[State, Value], list[Outcome]]
) -> list[tuple[State, tuple[Value, ...]]]:
    """What is made of the items, one after the other, on each path that none of them ends."""
    paths: list[tuple[State, tuple[Value, ...]]] = [(state, ())]
    for item in items:
        after: list[tuple[State, tuple[Value, ...]]] = []
        for path, done in paths:
            with held(m, path, Tuple(done)) as outcomes:
                outcomes += apply(path, item)
            after += [(outcome.state, (*done, outcome.value)) for outcome in outcomes if not outcome.raised]
        paths = after
    return paths
