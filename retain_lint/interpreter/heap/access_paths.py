"""What the access path of an unknown value leads to, through containers: `rows[?]["seen"]` is none of what the rows hold under
other keys. Floor 3."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from retain_lint.domain.heap import DictRecord, InstanceRecord, ListRecord, lookup
from retain_lint.domain.key_index import path_of
from retain_lint.domain.state import State
from retain_lint.domain.value import Key, Known, Ref, Symbol, Tuple, Value

#: how the key of a container begins of which the state has a record
_CONTAINER = "value"
#: how the key of an entry begins that a dictionary has perhaps
_PERHAPS = "perhaps"


def led_to(state: State, key: Key) -> Sequence[Value] | None:
    """What may stand at the end of an access path that begins at a container, or the objects on the way that may hold it; None for
    other keys."""
    (start, *rest), *steps = path_of(key)
    if start != _CONTAINER or not steps or not isinstance(rest[0], Ref):
        return None
    found: dict[Value, None] = {rest[0]: None}
    for step in steps:
        found = dict.fromkeys(chain.from_iterable(_held_at(state, value, step) for value in found))
    return tuple(found)


def entries_under(record: DictRecord, index: Value) -> list[Value]:
    """What the key may lead to."""
    return [item for key, item in record.items if _may_equal(key, index)]


def _held_at(state: State, value: Value, step: Key) -> Sequence[Value]:
    """The items that may stand at a place of a container, the attribute of an object; what is neither."""
    record, place = state.record(value), step[-1] if len(step) > 2 else None
    if isinstance(record, InstanceRecord):
        held = lookup(record.attributes, str(place)) if step[0] == "attr" else None
        return (value,) if held is None else (held,)
    if isinstance(record, DictRecord):
        if isinstance(place, (Known, Tuple)):
            return entries_under(record, place)
        return [item for _, item in record.items]
    if isinstance(record, ListRecord):
        return record.items
    return value.items if isinstance(value, Tuple) else (value,)


def perhaps_at(index: Value) -> Symbol:
    """The key of an entry of which it is not known whether the dictionary has it."""
    return Symbol((_PERHAPS, index), plain=True)


def _may_equal(one: Value, two: Value) -> bool:
    if isinstance(one, Symbol) and one.key[0] == _PERHAPS:
        return one == perhaps_at(two) or not isinstance(two, Known)
    if isinstance(one, Tuple) and isinstance(two, Tuple):
        return len(one.items) == len(two.items) and all(map(_may_equal, one.items, two.items))
    # a running index stands for other numbers too
    return one == two or not (isinstance(one, Known) and isinstance(two, Known))
