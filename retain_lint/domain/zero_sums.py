"""Sums to which a path has added nothing (`total = 0`), and what is computed of them and data: they have no history, and nobody
sends them backward in a program that runs. Floor 2."""

from __future__ import annotations

from retain_lint.domain.loaded import LOADED, SCHEDULER, is_loaded, is_scheduler
from retain_lint.domain.value import Known, Symbol, Value

#: what stands for several of them
ZERO = "blurred zero"


def is_zero_sum(value: object) -> bool:
    """Is it zero, or an arithmetic expression of zero and data?"""
    if isinstance(value, Known):
        return type(value.value) in (int, float) and value.value == 0
    if not isinstance(value, Symbol) or not value.plain:
        return False
    return value.key[0] == ZERO or value.key[0] == "arith" and any(map(is_zero_sum, value.key[2:]))


def name_blurred(mine: Value, theirs: object, kind: str) -> str:
    """The name of a scalar that stands for two which differ, of this kind if nothing more is known of them."""
    if is_loaded(mine) or is_loaded(theirs):
        return LOADED
    if is_scheduler(mine) and is_scheduler(theirs):
        return SCHEDULER
    return ZERO if is_zero_sum(mine) and is_zero_sum(theirs) else kind
