"""Plain data: values without history, on which no graph's lifetime depends but through branches. Floor 2."""

from __future__ import annotations

from typing import TypeAlias

from retain_lint.domain.heap import DictRecord, ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Index, Known, Linear, Ref, Symbol, Tuple, Value

Pairs: TypeAlias = "tuple[tuple[str, Value], ...]"

#: how deep data may lie in lists and dictionaries
MAX_NESTING = 3
#: keys of what is taken out of containers that cannot be seen, also on one of several paths
TAKEN = frozenset({"item", "element", "joined"})
#: keys of arguments that cannot be seen
GIVEN = TAKEN | {"parameter", "attr", "global"}
#: keys of what unseen code made out of data
MADE = frozenset({"made"})


def is_data(state: State, value: Value, unseen: frozenset[str] = frozenset(), depth: int = MAX_NESTING) -> bool:
    """Constants, numbers and unknown values without history, and lists and dictionaries of them. With `unseen` also other
    unknown values whose keys begin so, as long as nothing was found to hang on them."""
    if isinstance(value, (Known, Index, Linear)):
        return True
    if isinstance(value, Symbol):
        met = value.key in state.tensors or value.key in state.leaves
        return not met and (value.plain or value.key[0] in unseen)
    if isinstance(value, Tuple):
        return all(is_data(state, item, unseen, depth) for item in value.items)
    return bool(depth) and isinstance(value, Ref) and holds_data(state, state.heap.get(value.address), unseen, depth)


def holds_only_data(state: State, pairs: Pairs) -> bool:
    """Are all attributes or items data?"""
    return all(is_data(state, value, MADE) for _, value in pairs)


def holds_data(state: State, record: object, unseen: frozenset[str] = frozenset(), depth: int = MAX_NESTING) -> bool:
    """A list or a dictionary of data."""
    if isinstance(record, ListRecord):
        return all(is_data(state, item, unseen, depth - 1) for item in record.items)
    if isinstance(record, DictRecord):
        return all(is_data(state, item, unseen, depth - 1) for _, item in record.items)
    return False
