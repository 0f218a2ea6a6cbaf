"""What a comparison with a whole number teaches of an unknown one: its interval. Floor 2."""

from __future__ import annotations

from retain_lint.domain.loop_index import interval_of, is_whole, note_turn
from retain_lint.domain.path_condition import INFINITY
from retain_lint.domain.state import State
from retain_lint.domain.value import Key, Linear, Symbol, Value

NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def linear_form(value: Value) -> tuple[Key, int] | None:
    """An unknown integer as (key, offset)."""
    if isinstance(value, Linear):
        return value.key, value.offset
    return (value.key, 0) if isinstance(value, Symbol) else None


def fix_number(state: State, key: Key, number: int) -> bool:
    """The unknown integer is this one."""
    return state.condition.narrow(key, number, number) and note_turn(state, key)


def narrow_number(state: State, op: str, form: tuple[Key, int], constant: int) -> bool:
    """The unknown integer, less an offset, compares so with the constant; False if no number does."""
    bound, step = constant - form[1], 1 if is_whole(form[0]) else 0.5
    low, high = {
        "<": (-INFINITY, bound - step),
        "<=": (-INFINITY, bound),
        ">": (bound + step, INFINITY),
        ">=": (bound, INFINITY),
    }.get(op, (-INFINITY, INFINITY))
    old_low, old_high = interval_of(state, form[0])
    if op == "!=":  # a hole inside the interval is not kept, one at its edge moves the edge
        low, high = (bound + step if bound == old_low else low), (bound - step if bound == old_high else high)
    if (low, high) == (-INFINITY, INFINITY):
        return True
    return state.condition.narrow(form[0], low, high) and note_turn(state, form[0])
