"""Branch refinement: what a condition is on this path, and what taking a branch teaches. Floor 2."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any, cast

from retain_lint.domain.bounds import NEGATED, fix_number, linear_form, narrow_number
from retain_lint.domain.chosen_constants import by_place
from retain_lint.domain.crossings import note_comparison, take_crossing
from retain_lint.domain.equality_facts import as_constants, told_by_others, whole_numbers_in, whole_numbers_left
from retain_lint.domain.heap import DictRecord, ListRecord, TensorRecord
from retain_lint.domain.joined_values import MODEL
from retain_lint.domain.library_constants import as_compared, as_tested
from retain_lint.domain.literals import names_in
from retain_lint.domain.loaded import holds_options, is_stacked
from retain_lint.domain.loop_index import (
    MIRRORED,
    carry_over,
    decide_residue,
    divisor_of,
    generalise,
    interval_of,
    note_tested,
    rise,
    steps_ahead,
)
from retain_lint.domain.object_truths import truth_of_object
from retain_lint.domain.path_condition import INFINITY
from retain_lint.domain.sample_lengths import may_grow
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Address, External, Index, Key, Known, Lazy, Linear, Ref, Symbol, Tuple, Value

ORDERINGS: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
#: comparisons that deny another
_DENIALS = {"!=": "==", "is not": "is", "not in": "in", ">=": "<", ">": "<="}
#: classes that None is of
_OF_NONE = ("builtins.object", "types.NoneType", "collections.abc.Hashable", "typing.Hashable")


def truth_of(state: State, value: Value) -> bool | None:
    """Is the value true? None where this path has not decided it."""
    if isinstance(value, Symbol) and divisor_of(value.key) is not None:
        return decide(state, "!=", value, Known(0))
    value = resolve(state, as_tested(value))
    if isinstance(value, Known):
        return bool(value.value)
    if isinstance(value, Index):
        return bool(value.value)
    if isinstance(value, Tuple):
        return bool(value.items)
    if isinstance(value, Symbol):
        return _truth_of_symbol(state, value.key)
    if isinstance(value, Linear):
        return None
    if isinstance(value, Ref):
        return _truth_of_record(state, value)
    return None if isinstance(value, Lazy) else True


def _truth_of_record(state: State, value: Ref) -> bool | None:
    record = state.heap.get(value.address)
    if isinstance(record, TensorRecord):
        return state.condition.atoms.get(_truth_key(state, value))
    return truth_of_object(state, record)


def _truth_key(state: State, value: Ref) -> Key:
    """The name of the truth of a part of what an unseen callee returned (`state, reward, done, _ = env.step(action)`), as
    long as nothing writes to it."""
    record = state.heap.get(value.address)
    assert isinstance(record, TensorRecord), "others are known to be true, or empty"
    return ("truth", value, state.version(record.storage))


def forget_truth(state: State, values: Iterable[Value]) -> None:
    """Code that cannot be seen is given these values, and may change them, if they are objects."""
    for value in values:
        if isinstance(value, Ref) and value.address in state.parts and state.tensor(value) is not None:
            state.condition.atoms.pop(_truth_key(state, value), None)


def forget_attributes(state: State, receiver: Value) -> None:
    """An opaque method was called on this object for what it does to it; options stay what they are."""
    if isinstance(receiver, Symbol) and not holds_options(receiver.key):
        state.condition.forget_attributes(receiver.key)


def _truth_of_symbol(state: State, key: Key) -> bool | None:
    if key[0] == MODEL:
        return True
    if key[0] == "not":
        inner = truth_of(state, key[1])  # type: ignore[arg-type]
        return None if inner is None else not inner
    if key[0] == "compare":
        _, op, left, right = key
        return decide(state, str(op), left, right)  # type: ignore[arg-type]
    known = state.condition.atoms.get(key)
    return _agreed({bool(c.value) for c in state.condition.constants_among(key)}) if known is None else known


def _agreed(truths: set[bool] | set[bool | None]) -> bool | None:
    """The one truth that all cases lead to."""
    return next(iter(truths)) if len(truths) == 1 else None


def resolve(state: State, value: Value) -> Value:
    """The constant that this path has bound an unknown value to, else the value; a counter by the iteration that reads it."""
    if isinstance(value, Symbol):
        return state.condition.bindings.get(value.key, value)
    if isinstance(value, Index):
        return carry_over(state, value)
    if isinstance(value, Linear):
        bound = state.condition.bindings.get(value.key)
        if bound is not None and isinstance(bound.value, int):
            return Known(bound.value + value.offset)
        low, high = state.condition.interval(value.key)
        return Known(low + value.offset) if low == high and isinstance(low, int) else value
    return value


def compare(state: State, op: str, left: Value, right: Value) -> Value:
    """The value of `left op right`."""
    op, left, right = by_place(op, left, right)
    right = as_constants(state, op, right)
    truth = decide(state, op, left, right)
    if truth is not None:
        return Known(truth)
    return Symbol(("compare", op, left, right), plain=True)


def decide(state: State, op: str, left: Value, right: Value) -> bool | None:
    """The truth of a comparison on this path, if it is decided."""
    note_tested(state, op, left, right)
    left, right = resolve(state, as_compared(left)), resolve(state, as_compared(right))
    truth = _decide_resolved(state, op, left, right)
    if truth is None and isinstance(left, Symbol):
        constants = state.condition.constants_among(left.key)
        truth = _agreed({_decide_resolved(state, op, constant, right) for constant in constants})
        truth = _decide_by_truth(state, op, left, right) if truth is None else truth
    note_comparison(state, op, left, right, truth)
    return truth


def _decide_by_truth(state: State, op: str, left: Symbol, right: Value) -> bool | None:
    """What is true is equal to nothing that is not, and the other way round."""
    known = state.condition.atoms.get(left.key) if op in ("==", "is", "in", "!=", "is not", "not in") else None
    among = right.items if isinstance(right, Tuple) and op.endswith("in") else (right,)
    others = [isinstance(value, Known) and bool(value.value) is not known for value in among]
    return None if known is None or not all(others) else op in _DENIALS


def _decide_resolved(state: State, op: str, left: Value, right: Value) -> bool | None:
    op, left, right = rise(op, _first_as_number(left), _first_as_number(right))
    if op in ("is", "is not", "in", "not in"):
        truth = (
            _decide_identity(state, op, left, right) if op.startswith("is") else _decide_membership(state, left, right)
        )
        if truth is not None:
            return truth if op in ("is", "in") else not truth
        return _decided_atom(state, op, left, right)
    if op in ORDERINGS:
        left, right = _generalise(left, right)
        if isinstance(left, (Known, Index)) and isinstance(right, (Known, Index)):
            truth = None if may_grow(left, right) else _decide_constants(op, left.value, right.value)
            return _decided_atom(state, op, left, right) if truth is None else truth
        if isinstance(left, Tuple) or isinstance(right, Tuple):
            return _decide_tuples(state, op, left, right)
        truth = _decide_interval(state, op, left, right)
        if truth is None:
            truth = decide_residue(state, op, left, right)
        if truth is None and op in ("==", "!=") and isinstance(left, (Symbol, Linear)) and left == right:
            truth = op == "=="
        if truth is not None:
            return truth
    return _decided_atom(state, op, left, right)


def _first_as_number(value: Value) -> Value:
    """A loop's first index is the same number whenever the loop is entered."""
    return Known(value.value) if isinstance(value, Index) and value.position == 0 else value


def _generalise(left: Value, right: Value) -> tuple[Value, Value]:
    """What is compared with a number is no more than known to be an index; how far a sample goes says nothing of it."""
    if isinstance(left, Known) and type(left.value) is int and left.sample is None:
        return left, generalise(right)
    known = isinstance(right, Known) and type(right.value) is int and right.sample is None
    return (generalise(left), right) if known else (left, right)


def _decided_atom(state: State, op: str, left: Value, right: Value) -> bool | None:
    """Has this path taken a branch on the same comparison, or on its negation?"""
    known = state.condition.atoms.get(("compare", _DENIALS.get(op, op), left, right))
    return told_by_others(state, op, left, right) if known is None else known is not (op in _DENIALS)


def _decide_constants(op: str, left: object, right: object) -> bool | None:
    try:
        return bool(ORDERINGS[op](left, right))
    except TypeError:
        return None


def _decide_tuples(state: State, op: str, left: Value, right: Value) -> bool | None:
    """Of tuples of constants (a member of an Enum that ends with a comma is one), and what they are compared with."""
    constants = _constant(left), _constant(right)
    truth = None if None in constants else _decide_constants(op, constants[0][0], constants[1][0])  # type: ignore[index]
    return _decided_atom(state, op, left, right) if truth is None else truth


def _constant(value: Value) -> tuple[object] | None:
    """The constant that a value is, if all of it is known."""
    if isinstance(value, Known):
        return (value.value,)
    items = [_constant(item) for item in value.items] if isinstance(value, Tuple) else [None]
    known = tuple(item[0] for item in items if item is not None)
    return (known,) if len(known) == len(items) else None


def _decide_identity(state: State, op: str, left: Value, right: Value) -> bool | None:
    if isinstance(left, Known) and isinstance(right, Known):
        return left.value is right.value or left == right
    if isinstance(left, Tuple) and isinstance(right, Tuple):
        return False if _decide_tuples(state, "==", left, right) is False else None
    if NONE in (left, right):
        other = right if left == NONE else left
        if isinstance(other, Symbol) and other.key[0] == "grad":
            given = state.gradients.get(cast(Address, other.key[1]), ())
            return False if any(contribution.certain for contribution in given) else None
        return None if isinstance(other, Symbol) and other.key[0] != MODEL and not is_stacked(other.key) else False
    if isinstance(left, Ref) and isinstance(right, Ref):
        return left == right
    return None


def _decide_membership(state: State, left: Value, right: Value) -> bool | None:
    if isinstance(left, Known) and isinstance(right, Known) and isinstance(right.value, str):
        return isinstance(left.value, str) and left.value in right.value
    items: tuple[Value, ...] | None = None
    exact = True
    if isinstance(right, Tuple):
        items = right.items
    record = state.heap.get(right.address) if isinstance(right, Ref) else None
    if isinstance(record, ListRecord):
        items, exact = record.items, record.exact
    elif isinstance(record, DictRecord):
        items, exact = tuple(key for key, _ in record.items), record.exact
    if items is None:
        return None
    if left in items:
        return True
    general = generalise(left)
    if exact and isinstance(general, Linear) and (numbers := whole_numbers_in(items)):
        if not steps_ahead(state, general, numbers):
            return False
    decided = exact and (not items or isinstance(left, Known) and all(isinstance(item, Known) for item in items))
    return False if decided else None


def _decide_interval(state: State, op: str, left: Value, right: Value) -> bool | None:
    if isinstance(left, (Known, Index)):
        return _decide_interval(state, MIRRORED[op], right, left) if not isinstance(right, (Known, Index)) else None
    form = linear_form(left)
    if form is None or not isinstance(right, (Known, Index)) or type(right.value) is not int:
        return None
    low, high = interval_of(state, form[0])
    bound = right.value - form[1]
    if (low, high) == (-INFINITY, INFINITY):
        return None
    outcomes = {
        "<": (high < bound, low >= bound),
        "<=": (high <= bound, low > bound),
        ">": (low > bound, high <= bound),
        ">=": (low >= bound, high < bound),
        "==": (low == high == bound, bound < low or bound > high),
        "!=": (bound < low or bound > high, low == high == bound),
    }[op]
    return True if outcomes[0] else False if outcomes[1] else None


def assume(state: State, value: Value, truth: bool) -> bool:
    """Takes the branch on which the value has that truth, and with it what clauses say of others then; False if no
    execution does."""
    if not _assume(state, value, truth):
        return False
    if not state.condition.clauses or not isinstance(value, Symbol):
        return True
    decided = state.condition.shorten_clauses(names_in(value.key), lambda atom: _truth_of_atom(state, atom))
    return decided is not None and all(assume(state, Symbol(atom, plain=True), holds) for atom, holds in decided)


def _truth_of_atom(state: State, atom: Key) -> bool | None:
    if atom[0] != "compare":
        return _truth_of_symbol(state, atom)
    left, right = (resolve(state, cast(Value, part)) for part in atom[2:])
    return _decide_resolved(state, str(atom[1]), left, right)


def _assume(state: State, value: Value, truth: bool) -> bool:
    decided = truth_of(state, value)
    if decided is not None:
        return decided is truth
    value = resolve(state, as_tested(value))
    if isinstance(value, Symbol):
        if value.key[0] == "not":
            return assume(state, value.key[1], not truth)  # type: ignore[arg-type]
        if value.key[0] == "compare":
            _, op, left, right = value.key
            return _assume_comparison(state, str(op), left, right, truth)  # type: ignore[arg-type]
        if divisor_of(value.key) is not None:
            return _assume_comparison(state, "!=", value, Known(0), truth)
        kept = state.condition.keep_cases(value.key, lambda constant: bool(constant.value) is truth)
        if truth and value.key[0] == "isinstance":
            _note_class(state, cast(Value, value.key[1]), cast(Value, value.key[2]))
        return kept and state.condition.decide(value.key, truth)
    if isinstance(value, Ref) and value.address in state.parts and state.tensor(value) is not None:
        return state.condition.decide(_truth_key(state, value), truth)
    return True


def assume_present(state: State, value: Value) -> None:
    """Takes it that the value is not None."""
    assume(state, compare(state, "is", value, NONE), False)


def _note_class(state: State, value: Value, cls: Value) -> None:
    """What is of a class is not None, unless None is of it, too."""
    classes = cls.items if isinstance(cls, Tuple) else (cls,)
    if all(isinstance(one, Ref) or isinstance(one, External) and one.name not in _OF_NONE for one in classes):
        assume_present(state, value)


def _assume_comparison(state: State, op: str, left: Value, right: Value, truth: bool) -> bool:
    op, left, right = rise(op, resolve(state, as_compared(left)), resolve(state, as_compared(right)))
    if isinstance(left, Index):
        first = decide(state, op, Known(left.value - left.stride), right) if left.position == 1 else None
        if not take_crossing(state, op, left, right, truth, first):
            return False
    left, right = _generalise(_first_as_number(left), _first_as_number(right))
    if op in _DENIALS:
        op, truth = _DENIALS[op], not truth
    if isinstance(left, Symbol) and not state.condition.keep_cases(
        left.key, lambda constant: _decide_resolved(state, op, constant, right) is not (not truth)
    ):
        return False
    if not state.condition.decide(("compare", op, left, right), truth):
        return False
    if op in ("is", "==") and truth:
        if isinstance(left, Symbol) and left.key[0] == "type":
            _note_class(state, cast(Value, left.key[1]), right)
        return _bind_equal(state, left, right)
    general = generalise(left) if op in ("in", "==") else left
    if isinstance(general, Linear) and (numbers := whole_numbers_left(state, general)):
        return _keep_among(state, general, numbers)
    if op in ORDERINGS:
        if isinstance(left, (Known, Index)):
            op, left, right = MIRRORED[op], right, left
        form = linear_form(left)
        if form is not None and isinstance(right, (Known, Index)) and type(right.value) is int:
            return narrow_number(state, op if truth else NEGATED[op], form, right.value)
    return True


def _keep_among(state: State, value: Linear, numbers: list[int]) -> bool:
    """The unknown integer is one of these."""
    left = steps_ahead(state, value, numbers)
    return bool(left) and state.condition.narrow(value.key, min(left), max(left))


def _bind_equal(state: State, left: Value, right: Value) -> bool:
    if isinstance(left, (Known, Index)):
        left, right = right, left
    if isinstance(left, Symbol) and isinstance(right, Known):
        state.condition.bindings[left.key] = right
        if divisor_of(left.key) is not None and isinstance(right.value, int):
            return fix_number(state, left.key, right.value)
        return True
    form = linear_form(left)
    if form is not None and isinstance(right, (Known, Index)) and type(right.value) is int:
        bound = right.value - form[1]
        return fix_number(state, form[0], bound)
    return True
