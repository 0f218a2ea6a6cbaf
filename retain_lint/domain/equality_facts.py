"""What tests of one value against constants say of each other: `x == a`, `x in (a, b)`. Floor 2."""

from __future__ import annotations

from retain_lint.domain.heap import ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Ref, Symbol, Tuple, Value

_IN, _EQUAL = ("in", "not in"), ("==", "!=")
_TELLING = (*_IN, *_EQUAL)


def as_constants(state: State, op: str, right: Value) -> Value:
    """The right side of a membership test: a list of constants is what it holds now, wherever it was written."""
    record = state.heap.get(right.address) if op in _IN and isinstance(right, Ref) else None
    if not isinstance(record, ListRecord) or not record.exact or record.partial:
        return right
    return Tuple(record.items) if all(isinstance(item, Known) for item in record.items) else right


def whole_numbers_in(items: tuple[Value, ...]) -> list[int]:
    """The items of a container of whole numbers; none if it holds others."""
    numbers = [item.value for item in items if isinstance(item, Known) and type(item.value) is int]
    return numbers if len(numbers) == len(items) else []


def told_by_others(state: State, op: str, left: Value, right: Value) -> bool | None:
    """The truth of a test, if tests of the same value that this path has passed decide it."""
    asked = _constants(op, left, right)
    if asked is None:
        return None
    value, wanted = asked
    among, none_of = _told(state, value)
    if among is not None:
        among -= none_of
        truth = True if among <= wanted else False if among.isdisjoint(wanted) else None
    else:
        truth = False if wanted <= none_of else None
    return truth if truth is None or op in ("==", "in") else not truth


def _told(state: State, value: Symbol) -> tuple[frozenset[Value] | None, frozenset[Value]]:
    """The constants of which the value is one, if that is known, and those that it is not."""
    among: frozenset[Value] | None = None
    none_of: frozenset[Value] = frozenset()
    for key, truth in state.condition.atoms.items():
        if key[0] != "compare" or key[1] not in _TELLING:
            continue
        _, op, left, right = key
        tested = _constants(str(op), left, right)  # type: ignore[arg-type]
        if tested is None or tested[0] != value:
            continue
        if truth is (op in ("==", "in")):
            among = tested[1] if among is None else among & tested[1]
        else:
            none_of |= tested[1]
    return among, none_of


def _constants(op: str, left: Value, right: Value) -> tuple[Symbol, frozenset[Value]] | None:
    """The unknown value and the constants that it is tested against."""
    if op in _EQUAL and isinstance(left, Known):
        left, right = right, left
    if not isinstance(left, Symbol):
        return None
    if op in _EQUAL:
        return (left, frozenset({right})) if isinstance(right, Known) else None
    if op not in _IN or not isinstance(right, Tuple) or not all(isinstance(item, Known) for item in right.items):
        return None
    return left, frozenset(right.items)
