"""Items in an order that is not known: what is sorted, shuffled, drawn, or left when one of them is gone. Floor 3."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from retain_lint.domain.alternatives import is_code
from retain_lint.domain.contents import is_plain
from retain_lint.domain.heap import ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.data_model.dict_entries import any_code, any_one_of

#: so many tuples or functions may each be another one of them; of more, all are the same one
MAX_ROWS = 8


def mix_items(m: Analysis, state: State, items: Sequence[Value], count: int) -> tuple[Value, ...] | None:
    """So many of the items, each any of them: two places may hold different ones. None where it is not known of what kind they
    are, or they are models."""
    if len(set(items)) < 2:
        return tuple(items[:1]) * count
    if all(map(is_plain, items)):
        return tuple(m.symbol("value", plain=True) for _ in range(count))
    apart = count <= MAX_ROWS and (are_rows(items) or all(is_code(item, state.record(item)) for item in items))
    mixed = [any_one_of(m, state, items) or any_code(m, state, items) for _ in range(count if apart else 1)]
    known = tuple(item for item in mixed if item is not None)
    return (known if apart else known * count) if len(known) == len(mixed) else None


def are_rows(items: Sequence[Value]) -> bool:
    """Are there items, and all of them tuples?"""
    return bool(items) and all(isinstance(item, Tuple) for item in items)


def sort_items(m: Analysis, state: State, record: ListRecord, request: CallRequest) -> ListRecord:
    """A list that is sorted: constants, and tuples that begin with different ones (`sorted(networks.items())`), in their order,
    if all are known and the call gives no key; else any order."""
    constants = [_constant_of(item) for item in record.items]
    backwards = request.keywords.get("reverse", Known(False))
    whole = record.exact and not (record.partial or record.goes_on)
    by_value = request.keywords.keys() <= {"reverse"} and _are_sortable(record, constants)
    if not isinstance(backwards, Known) or not whole or not by_value:
        mixed = mix_items(m, state, record.items, len(record.items))
        return record if mixed is None else replace(record, items=mixed)
    order = sorted(range(len(constants)), key=constants.__getitem__, reverse=bool(backwards.value))
    return replace(record, items=tuple(record.items[at] for at in order))


def _constant_of(item: Value) -> Any:
    """What an item is sorted by, if that is a number or a word that is known; else None."""
    first = item.items[0] if isinstance(item, Tuple) and item.items else item
    return first.value if isinstance(first, Known) and first.sample is None else None


def _are_sortable(record: ListRecord, constants: Sequence[object]) -> bool:
    """Does what is known of the items decide their order?"""
    if len(set(constants)) < len(constants) and any(isinstance(item, Tuple) for item in record.items):
        return False
    numbers = all(isinstance(value, (int, float)) for value in constants)
    return numbers or all(isinstance(value, str) for value in constants)
