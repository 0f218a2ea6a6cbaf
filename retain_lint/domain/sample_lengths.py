"""The number of the first items of a list of which more are made than are seen (`Known.sample`). Floor 2."""

from __future__ import annotations

from retain_lint.domain.value import Index, Key, Known


def may_grow(left: Known | Index, right: Known | Index) -> bool:
    """Is one such a number, below one that the whole may reach, or beside an index that stands for others?"""
    pairs = ((left, right), (right, left))
    return any(isinstance(one, Known) and one.sample is not None and _is_above(two, one) for one, two in pairs)


def _is_above(number: Known | Index, length: Known) -> bool:
    if isinstance(number, Index):
        return number.position > 0
    known = number.sample is None and isinstance(number.value, (int, float))
    return known and number.value > length.value  # type: ignore[operator]


def compares_length(condition: Key) -> bool:
    """Is the condition about such a number?"""
    sides = condition[2:] if condition[0] == "compare" else ()
    return any(isinstance(side, Known) and side.sample is not None for side in sides)
