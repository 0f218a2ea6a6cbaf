"""What tests of one value against constants say of each other: `x == a`, `x in (a, b)`; and what a comparison says of the one
with its sides exchanged. Floor 2."""

from __future__ import annotations

from retain_lint.domain.heap import ListRecord
from retain_lint.domain.loop_index import MIRRORED, generalise
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Lazy, Linear, Ref, Symbol, Tuple, Value

_IN, _EQUAL = ("in", "not in"), ("==", "!=")
_TELLING = (*_IN, *_EQUAL)
#: comparisons that deny another, by which they are decided
_DENIED = {"!=": "==", ">=": "<", ">": "<="}
#: of a range that are looked at one by one
MOST_NUMBERS = 50


def as_constants(state: State, op: str, right: Value) -> Value:
    """The right side of a membership test: a list of constants is what it holds now, wherever it was written, and a range the
    numbers in it."""
    if op in _IN and isinstance(right, Lazy) and right.kind == "range":
        return _spell_out(right)
    record = state.heap.get(right.address) if op in _IN and isinstance(right, Ref) else None
    if not isinstance(record, ListRecord) or not record.exact or record.partial:
        return right
    return Tuple(record.items) if all(isinstance(item, Known) for item in record.items) else right


def _spell_out(right: Lazy) -> Value:
    """The numbers in a range, if they are few and known."""
    bounds = [bound.value for bound in right.sources if isinstance(bound, Known) and type(bound.value) is int]
    numbers = range(*bounds) if len(bounds) == len(right.sources) and 0 not in bounds[2:] else range(0)
    return Tuple(tuple(map(Known, numbers))) if 0 < len(numbers) <= MOST_NUMBERS else right


def whole_numbers_in(items: tuple[Value, ...]) -> list[int]:
    """The items of a container of whole numbers; none if it holds others."""
    numbers = [item.value for item in items if isinstance(item, Known) and type(item.value) is int]
    return numbers if len(numbers) == len(items) else []


def whole_numbers_left(state: State, value: Value) -> list[int]:
    """The whole numbers of which the value is one, but for those that tests have excluded; none if others may be left."""
    subject = _subject_of(value)
    among, none_of = (None, frozenset()) if subject is None else _told(state, subject)
    return [] if among is None else whole_numbers_in(tuple(among - none_of))


def told_by_others(state: State, op: str, left: Value, right: Value) -> bool | None:
    """The truth of a test, if tests of the same value that this path has passed decide it."""
    asked = _constants(op, left, right)
    if asked is None:
        return _told_by_mirrored(state, op, left, right)
    value, wanted = asked
    among, none_of = _told(state, value)
    wanted = frozenset(constant for constant in wanted if not _is_of_other_truth(state, value, constant))
    truth: bool | None
    if not wanted or op in _EQUAL and all(_is_outside(state, value, constant) for constant in wanted):
        truth = False
    elif among is not None:
        among -= none_of
        truth = True if among <= wanted else False if among.isdisjoint(wanted) else None
    else:
        truth = False if wanted <= none_of else None
    return truth if truth is None or op in ("==", "in") else not truth


def _is_of_other_truth(state: State, value: Symbol | Linear, constant: Value) -> bool:
    """Has the value been found true, or not, where the constant is not (`if not kind: ...; if kind == "c": ...`)?"""
    truth = state.condition.atoms.get(value.key) if isinstance(value, Symbol) else None
    return truth is not None and isinstance(constant, Known) and bool(constant.value) is not truth


def _is_outside(state: State, value: Symbol | Linear, constant: Value) -> bool:
    """Has the value been found in a text in which the constant is not (`if kind in "ab": ...; if kind == "c": ...`)?"""
    texts = [
        key[3].value
        for key, truth in state.condition.atoms.items()
        if truth and key[:3] == ("compare", "in", value) and isinstance(key[3], Known) and isinstance(key[3].value, str)
    ]
    known = constant.value if isinstance(constant, Known) else None
    return any(not isinstance(known, str) or known not in text for text in texts)


def _told_by_mirrored(state: State, op: str, left: Value, right: Value) -> bool | None:
    """`q >= p` is decided by `p > q`."""
    op = MIRRORED.get(op, op)
    known = state.condition.atoms.get(("compare", _DENIED.get(op, op), right, left)) if op in MIRRORED else None
    return None if known is None else known is not (op in _DENIED)


def _told(state: State, value: Symbol | Linear) -> tuple[frozenset[Value] | None, frozenset[Value]]:
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


def _constants(op: str, left: Value, right: Value) -> tuple[Symbol | Linear, frozenset[Value]] | None:
    """The unknown value and the constants that it is tested against."""
    if op in _EQUAL and isinstance(left, Known):
        left, right = right, left
    subject = _subject_of(left)
    if subject is None:
        return None
    if op in _EQUAL:
        return (subject, frozenset({right})) if isinstance(right, Known) else None
    if op not in _IN or not isinstance(right, Tuple) or not all(isinstance(item, Known) for item in right.items):
        return None
    return subject, frozenset(right.items)


def _subject_of(value: Value) -> Symbol | Linear | None:
    """The unknown value; an index of an iteration that stands for others as the unknown number that it is."""
    general = generalise(value)
    return general if isinstance(general, (Symbol, Linear)) else None
