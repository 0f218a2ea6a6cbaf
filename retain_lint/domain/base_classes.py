"""The classes that an object's class derives from. Floor 2."""

from __future__ import annotations

from collections.abc import Iterator

from retain_lint.domain.heap import ClassRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, Ref


def classes_of(state: State, cls: Address) -> Iterator[ClassRecord | None]:
    """A class and those that it derives from; None for what is no class of the project."""
    todo, seen = [cls], set[Address]()
    while todo:
        address = todo.pop()
        if address in seen:
            continue
        seen.add(address)
        record = state.get(address)
        if not isinstance(record, ClassRecord):
            yield None
            return
        yield record
        todo += [base.address for base in record.bases if isinstance(base, Ref)]
