"""Lists, dictionaries, objects and classes that can be joined item by item. Floor 2."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import ClassRecord, DictRecord, InstanceRecord, ListRecord, Record
from retain_lint.domain.value import Address, FunctionValue, Ref


def are_of_one_form(one: Record, two: Record) -> bool:
    """Have the containers as many items, or the same keys, and no others? Objects of one class may lack attributes."""
    if isinstance(one, InstanceRecord) and isinstance(two, InstanceRecord):
        return one.cls == two.cls
    if isinstance(one, ClassRecord) and isinstance(two, ClassRecord):
        return _describe(one) == _describe(two)
    if isinstance(one, ListRecord) and isinstance(two, ListRecord):
        return one.exact and two.exact and len(one.items) == len(two.items)
    if isinstance(one, DictRecord) and isinstance(two, DictRecord):
        return one.exact and two.exact and [key for key, _ in one.items] == [key for key, _ in two.items]
    return False


def may_change(record: Record) -> Record:
    """A container that others may change behind its back: it may hold more, and a list less."""
    if isinstance(record, ListRecord):
        return replace(record, exact=False, partial=True)
    return replace(record, exact=False, data=False) if isinstance(record, DictRecord) else record


def own_methods(record: Record, cls: Address) -> Record:
    """A class at that address, whose methods are its own."""
    if not isinstance(record, ClassRecord):
        return record
    owned = [
        (name, replace(value, owner=cls) if isinstance(value, FunctionValue) and value.owner is not None else value)
        for name, value in record.attributes
    ]
    return replace(record, attributes=tuple(owned))


def _describe(cls: ClassRecord) -> tuple[object, ...]:
    """What two classes have in common that one statement made; where its bases are made by others, these are compared next."""
    functions = [(name, id(value.function)) for name, value in cls.attributes if isinstance(value, FunctionValue)]
    outside = [None if isinstance(base, Ref) else base for base in cls.bases]
    return cls.name, cls.module, outside, functions
