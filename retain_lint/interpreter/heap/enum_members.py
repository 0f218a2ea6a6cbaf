"""The members of enumerations (enum.py of the standard library), which stand for their values. Floor 3.

A loop over the class meets each member once. Members that are called alike by value are one, and `auto()` numbers them in order.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeGuard

from retain_lint.domain.heap import ClassRecord, Pairs, lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import BoundMethod, External, FunctionValue, Known, Partial, Ref, Tuple, Value
from retain_lint.interpreter.heap.objects import class_attribute, external_bases

_FLAGS = frozenset({"enum.Flag", "enum.IntFlag"})
#: the classes of the standard library that make one of a class
ENUMERATIONS = frozenset({"enum.Enum", "enum.IntEnum", "enum.StrEnum"}) | _FLAGS
#: of Python's constants only members have these attributes
_VALUE, _NAME = frozenset({"value", "_value_"}), frozenset({"name", "_name_"})
AUTO = "enum.auto"
#: what that gives until the class is made
UNNUMBERED = Partial(External(AUTO), (), ())


def members_of(state: State, value: Value) -> tuple[Value, ...] | None:
    """What a loop over an enumeration meets, of flags those of one bit; None for anything else."""
    record = _enumeration_of(state, value)
    if record is None or not isinstance(value, Ref):
        return None
    members = dict.fromkeys(member for name, member in record.attributes if _is_member(state, name, member))
    flags = not _bases_of(state, value).isdisjoint(_FLAGS)
    return tuple(member for member in members if not flags or _is_one_bit(member))


def _enumeration_of(state: State, value: Value) -> ClassRecord | None:
    """The record of an enumeration; None for anything else."""
    record = state.record(value)
    if not isinstance(record, ClassRecord) or not isinstance(value, Ref):
        return None
    return None if _bases_of(state, value).isdisjoint(ENUMERATIONS) else record


def _bases_of(state: State, cls: Ref) -> set[str]:
    return {base.name for base in external_bases(state, cls.address) if isinstance(base, External)}


def _is_one_bit(member: Value) -> bool:
    number = member.value if isinstance(member, Known) else None
    return isinstance(number, int) and number.bit_count() == 1


def find_member(state: State, value: Value, name: str) -> Value | None:
    """`Phase["WARM"]`; None of anything else, or of another name."""
    record = _enumeration_of(state, value)
    member = None if record is None else lookup(record.attributes, name)
    return member if member is not None and _is_member(state, name, member) else None


def ask_member(state: State, value: Value, name: str) -> Value | None:
    """What a member gives under a name that no other constant has: its value, its own name, a method of its class. None where
    that is not known: no member of that value, or more than one."""
    if name in _VALUE and isinstance(value, (Known, Tuple, Partial, FunctionValue)):
        return value
    owner = value.owner if isinstance(value, Known) else None
    if name in _NAME and isinstance(value, (Known, Tuple)):
        tables = state.heap if owner is None else [owner]
        names = {own for address in tables if (own := _name_of(state, Ref(address), value)) is not None}
        return Known(names.pop()) if len(names) == 1 else None
    if not isinstance(value, Known) or owner is None or hasattr(value.value, name):
        return None
    method = class_attribute(state, owner, name)
    return BoundMethod(value, method) if _is_plain(method) else None


def _name_of(state: State, cls: Ref, member: Value) -> str | None:
    """The first of the names under which an enumeration has a member of that value: the others are aliases."""
    record = _enumeration_of(state, cls)
    if record is None or member not in (members_of(state, cls) or ()):
        return None
    return next(name for name, value in record.attributes if value == member and _is_member(state, name, value))


def _is_plain(method: Value | None) -> TypeGuard[FunctionValue]:
    return isinstance(method, FunctionValue) and not method.wrapper


def number_members(state: State, made: Ref) -> None:
    """Of a new class: the members that are written as `auto()` get the next number, or bit, or their own names in small letters;
    each knows its class."""
    record = _enumeration_of(state, made)
    if record is not None:
        numbered = _number(record.attributes, _bases_of(state, made))
        owned = tuple((n, replace(v, owner=made.address) if isinstance(v, Known) else v) for n, v in numbered)
        state.put(made.address, replace(record, attributes=owned))


def _number(attributes: Pairs, bases: set[str]) -> Pairs:
    last, numbered = 0, list[tuple[str, Value]]()
    for name, member in attributes:
        if member == UNNUMBERED:
            number = last + 1 if bases.isdisjoint(_FLAGS) else 1 << last.bit_length()
            member = Known(name.lower() if "enum.StrEnum" in bases else number)
        if isinstance(member, Known) and isinstance(member.value, int):
            last = max(last, member.value)
        numbered.append((name, member))
    return tuple(numbered)


def _is_member(state: State, name: str, member: Value) -> bool:
    """Methods, and names that begin with an underscore, are none."""
    is_method = isinstance(member, (FunctionValue, Partial)) or isinstance(state.record(member), ClassRecord)
    return not name.startswith("_") and not is_method
