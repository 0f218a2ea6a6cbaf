"""Comparisons of a running index with a bound, iteration by iteration: where it first is no longer below. Floor 2.

Of a loop that is not followed to its end, the iterations between two that are followed are like the first of these: if that was
below the bound, so were they, and one that is not is the first that is not. `if i < n - 1: ... else: ...; if i == n - 1: break`
takes the other arm once.
"""

from __future__ import annotations

from retain_lint.domain.loop_index import generalise
from retain_lint.domain.state import State
from retain_lint.domain.value import Index, Key, Known, Linear, Value

#: comparisons, by what they say of `<` or `<=`
_BELOW = {"<": ("<", True), "<=": ("<=", True), ">": ("<=", False), ">=": ("<", False)}


def note_comparison(state: State, op: str, left: Value, right: Value, truth: bool | None) -> None:
    """A comparison that this path has decided, or an earlier branch of it."""
    if truth is not None and isinstance(left, Index) and op in _BELOW:
        state.condition.atoms[_name(left, left.position, op, right)] = truth is _BELOW[op][1]


def take_crossing(state: State, op: str, left: Index, right: Value, truth: bool, before: bool | None) -> bool:
    """Takes a branch on a comparison; False if no iteration does. `before`: what a counter's first number decides, which is no
    index yet."""
    if op not in _BELOW:
        return True
    below = _BELOW[op][1]
    known = state.condition.atoms.get(_name(left, left.position - 1, op, right))
    crosses = truth is not below and (known is True or before is below)
    note_comparison(state, op, left, right, truth)
    return not crosses or _take_first(state, _BELOW[op][0], left, right)


def _take_first(state: State, op: str, index: Index, bound: Value) -> bool:
    """The index is the first that is not below the bound."""
    general = generalise(index)
    if isinstance(bound, Known) and type(bound.value) is int and bound.sample is None and isinstance(general, Linear):
        least = bound.value + (op == "<=") - index.value
        return state.condition.narrow(general.key, least, least + index.stride - 1)
    if index.stride == 1 and op == "<":
        state.condition.atoms["compare", "==", index, bound] = True
    return True


def _name(index: Index, position: int, op: str, bound: Value) -> Key:
    """The name of what an iteration has found: `position` is its place among those that are followed."""
    return ("below", _BELOW[op][0], index.loop, position, index.value - index.position * index.stride, bound)
