"""Lists, dictionaries and objects that can be joined item by item. Floor 2."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import DictRecord, InstanceRecord, ListRecord, Record


def are_of_one_form(one: Record, two: Record) -> bool:
    """Have the containers as many items, or the same keys, and no others? Objects of one class may lack attributes."""
    if isinstance(one, InstanceRecord) and isinstance(two, InstanceRecord):
        return one.cls == two.cls
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
