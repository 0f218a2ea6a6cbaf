"""Paths that conditions lead to which may never hold together: what goes wrong only on such paths is no error that is known. Floor 2."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from retain_lint.domain.joined_values import MADE, SEVERAL
from retain_lint.domain.sample_lengths import compares_length
from retain_lint.domain.value import Key, Known, Lazy, Symbol


def may_not_exist(conditions: Mapping[Key, bool]) -> bool:
    """May no run of the program take the path on which these conditions have been decided so?"""
    if any(
        _is_of_several(condition) or compares_length(condition) or _is_of_range(condition) for condition in conditions
    ):
        return True
    return _picks_twice(key for key, truth in conditions.items() if truth)


def _is_of_several(condition: Key) -> bool:
    """Is it about a value that stands for those of several paths? That it is true is no choice of its own: it goes with what
    these paths have decided, and that is forgotten."""
    sides = condition[2:] if condition[0] == "compare" else condition[1:]
    return condition[0] in (MADE, SEVERAL) or any(
        _is_of_several(side.key) for side in sides if isinstance(side, Symbol)
    )


def _is_of_range(condition: Key) -> bool:
    """Does it compare a number of a range of which no number is known? Which of them comes first is not known either."""
    keys = (side.key for side in condition[2:] if isinstance(side, Symbol)) if condition[0] == "compare" else ()
    return any(
        key[0] == "element" and isinstance(key[1], Lazy) and key[1].kind in ("range", "reversed") for key in keys
    )


def _picks_twice(conditions: Iterable[Key]) -> bool:
    """Are two elements of one sequence the same constant? `if i == 7` picks one element of most sequences."""
    picks = [pick for condition in conditions if (pick := _pick_of(condition)) is not None]
    return len(set(picks)) < len(picks)


def _pick_of(condition: Key) -> Key | None:
    """The sequence and the constant of a test that an element equals it."""
    if condition[:2] != ("compare", "=="):
        return None
    left, right = condition[2:]
    left, right = (right, left) if isinstance(left, Known) else (left, right)
    sequence = _sequence_of(left.key) if isinstance(left, Symbol) else None
    constant = isinstance(right, Known) and type(right.value) in (int, str)
    return None if sequence is None or not constant else (*sequence, right)


def _sequence_of(key: Key) -> Key | None:
    """The sequence that an unknown value is an element of."""
    place = key[-1] if key[0] == "item" else key
    if not isinstance(place, tuple) or place[0] != "element":
        return None
    return (*key[:-1], *place[:-1]) if place is not key else key[:-1]
