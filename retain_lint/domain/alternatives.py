"""Finite sets of values: an unknown value that is an object or nothing, one of two objects, or one of several functions or
classes. Floor 2.

The join of two paths names such a value by what it may be, so that code which uses it can be run with that. Of more objects
of the project nothing is kept: to run what each of them does multiplies what the join has made one.
"""

from __future__ import annotations

from collections.abc import Callable

from retain_lint.domain.base_classes import classes_of
from retain_lint.domain.heap import ClassRecord, InstanceRecord, Record
from retain_lint.domain.joined_values import MADE, is_any_model
from retain_lint.domain.state import State
from retain_lint.domain.value import (
    Address,
    BoundMethod,
    External,
    FunctionValue,
    Key,
    Known,
    Partial,
    Symbol,
    Tuple,
    Value,
)

#: of how many values one may be known to be
MAX_ALTERNATIVES = 4
#: functions of libraries by their names, and those of the project
_CODE = (External, FunctionValue, BoundMethod, Partial)


def alternatives_of(value: Value) -> tuple[Value, ...]:
    """What it may be where it is used as an object: constants have no parts, and are not called; none if that is not known."""
    known = value.key[2] if isinstance(value, Symbol) and _is_finite(value.key) else None
    return known.items if isinstance(known, Tuple) else ()


def unite_values(record: Callable[[Value], Record | None], *values: Value) -> Tuple | None:
    """What one of these values is where it is used as an object, or of those that they may be themselves; None if that may be
    too much, or anything. `record` gives what a value stands for."""
    given = [value for value in values if not isinstance(value, Known)]
    parts = dict.fromkeys(part for value in given for part in alternatives_of(value) or (value,))
    alike = len(parts) == 1 or all(is_code(part, record(part)) for part in parts)
    two = len(parts) == 2 and all(isinstance(record(part), InstanceRecord) for part in parts)
    known = (alike or two) and not any(isinstance(part, Symbol) and not is_any_model(part) for part in parts)
    return Tuple(tuple(parts)) if known and 0 < len(parts) <= MAX_ALTERNATIVES else None


def is_code(value: Value, record: Record | None) -> bool:
    """Is it a function, of the project or of a library, or a class of the project?"""
    return isinstance(value, _CODE) or isinstance(record, ClassRecord)


def may_have(state: State, cls: Address, name: str) -> bool:
    """May the class of an object, or a base of it, have an attribute of that name, or answer for it in code?"""
    answers = {name, "__getattr__", "__getattribute__"}
    return any(record is None or answers & dict(record.attributes).keys() for record in classes_of(state, cls))


def _is_finite(key: Key) -> bool:
    return key[0] == MADE and len(key) > 2 and isinstance(key[2], Tuple)
