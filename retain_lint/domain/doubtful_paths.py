"""Paths that conditions lead to which may never hold together: what goes wrong only on such paths is no error that is known. Floor 2."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from retain_lint.domain.joined_values import MADE, SEVERAL
from retain_lint.domain.sample_lengths import compares_length
from retain_lint.domain.value import NONE, Key, Known, Lazy, Symbol

#: begins the name of an unknown value that is the name of a parameter
PARAMETER_NAME = "name"


def may_not_exist(conditions: Mapping[Key, bool]) -> bool:
    """May no run of the program take the path on which these conditions have been decided so?"""
    if any(
        _is_of_several(condition) or compares_length(condition) or _is_of_range(condition) for condition in conditions
    ):
        return True
    held = [condition for condition, truth in conditions.items() if truth]
    return _picks_twice(held) or any(map(_is_missing_element, held))


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
    """Are two elements of one sequence equal to the same value? `if name == wanted` picks one element of most sequences."""
    picks = [pick for condition in conditions if (pick := _pick_of(condition)) is not None]
    return len(set(picks)) < len(picks)


def _pick_of(condition: Key) -> Key | None:
    """The sequence and the value of a test that an element equals it: a number or a word, or one that is not known."""
    if condition[:2] != ("compare", "=="):
        return None
    for element, value in (condition[2:], condition[:1:-1]):
        sequence = _sequence_of(element.key) if isinstance(element, Symbol) else None
        wanted = isinstance(value, Symbol) or isinstance(value, Known) and type(value.value) in (int, str)
        if sequence is not None and wanted:
            return (*sequence, value)
    return None


def _is_missing_element(condition: Key) -> bool:
    """Is an element of a sequence None? `if first is None: first = x` asks that of the one which it has stored."""
    element = condition[2] if condition[:2] == ("compare", "is") and NONE in condition[2:] else None
    return isinstance(element, Symbol) and _sequence_of(element.key) is not None


def _sequence_of(key: Key) -> Key | None:
    """The sequence that an unknown value is an element of; names of parameters are all of one."""
    if key[0] == PARAMETER_NAME:
        return key[:1]
    place = key[-1] if key[0] == "item" else key
    if not isinstance(place, tuple) or place[0] != "element":
        return None
    return (*key[:-1], *place[:-1]) if place is not key else key[:-1]
