"""Which items of a long sequence a loop has to follow: the first ones stand for those that are like them, and for no others. Floor 3."""

from __future__ import annotations

from collections.abc import Sequence

from retain_lint.domain.chosen_constants import choose_constant
from retain_lint.domain.heap import DictRecord, InstanceRecord, LayerRecord, TensorRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import (
    BoundMethod,
    External,
    FunctionValue,
    Index,
    Known,
    Partial,
    Symbol,
    Tuple,
    Value,
)

#: items of which each is followed, at most
MAX_FOLLOWED = 6
#: how deep two items are compared: attributes of objects, and entries of dictionaries in tuples
_DEPTH = 2
#: what can be called: another one does another thing
_CODE = (FunctionValue, BoundMethod, Partial, External)


def find_followed(state: State, items: Sequence[Value], first: int) -> tuple[int, ...]:
    """The places of the items that a loop follows: the first ones, and the first of each other kind behind them; none where these are
    too many."""
    followed = list(range(min(first, len(items))))
    for place in range(first, len(items)):
        if not any(are_alike(state, items[place], items[known]) for known in followed):
            followed.append(place)
        if len(followed) > MAX_FOLLOWED:
            return ()
    return tuple(followed)


def choose_item(items: Sequence[Value], index: Index) -> Value:
    """The item at a running index: where it is a constant, or holds one, and those behind it are others, any of them."""
    item = items[index.value]
    rows = [row.items for row in items if isinstance(row, Tuple)]
    if isinstance(item, Tuple) and len(rows) == len(items) and len({len(row) for row in rows}) == 1:
        return Tuple(tuple(choose_item(column, index) for column in zip(*rows, strict=True)))
    return choose_constant(tuple(items), index) or item


def rest_of(items: tuple[Value, ...], index: Index) -> tuple[Value, ...]:
    """The item at a running index, and those that the loop comes to after it."""
    if index.value < 0:
        return items
    return items[index.value :] if index.stride > 0 else items[index.value :: -1]


def stands_for_rest(state: State, items: tuple[Value, ...], index: Index) -> bool:
    """Is an item like all that the loop comes to after it, for which it stands?"""
    item, *later = rest_of(items, index)
    return index.position == 0 or all(are_alike(state, item, other) for other in later)


def are_alike(state: State, one: Value, two: Value, depth: int = _DEPTH) -> bool:
    """Does a program that goes through both do the same with each? By classes, functions, and flags that objects have; data and tensors
    are alike, and so are numbers and words in objects."""
    if one is two or one == two:
        return True
    if isinstance(one, Tuple) and isinstance(two, Tuple):
        parts = zip(one.items, two.items, strict=False)
        return len(one.items) == len(two.items) and all(are_alike(state, *pair, depth) for pair in parts)
    if isinstance(one, (Known, Index)) or isinstance(two, (Known, Index)):
        return _kind_of(one, depth) == _kind_of(two, depth)
    if isinstance(one, BoundMethod) and isinstance(two, BoundMethod):
        return one.function == two.function and are_alike(state, one.receiver, two.receiver, depth)
    if isinstance(one, _CODE) or isinstance(two, _CODE):
        return False
    return _are_records_alike(state, one, two, depth)


def _kind_of(value: Value, depth: int) -> object:
    """A constant itself, but in objects only if it is a flag or None; of other constants, and of data, that they are such."""
    if isinstance(value, Known) and (depth == _DEPTH or value.value is None or isinstance(value.value, bool)):
        return type(value.value), value.value
    return isinstance(value, (Known, Index)) or isinstance(value, Symbol) and value.plain


def _are_records_alike(state: State, one: Value, two: Value, depth: int) -> bool:
    mine, theirs = state.record(one), state.record(two)
    if type(mine) is not type(theirs):
        return False
    if isinstance(mine, InstanceRecord) and isinstance(theirs, InstanceRecord):
        return mine.cls == theirs.cls and _are_pairs_alike(state, mine.attributes, theirs.attributes, depth)
    if isinstance(mine, LayerRecord) and isinstance(theirs, LayerRecord):
        return mine.spec.name == theirs.spec.name
    if isinstance(mine, DictRecord) and isinstance(theirs, DictRecord):
        return _are_pairs_alike(state, mine.items, theirs.items, depth)
    if isinstance(mine, TensorRecord) and isinstance(theirs, TensorRecord):
        return (mine.node is None) == (theirs.node is None) and mine.requires_grad is theirs.requires_grad
    return True


def _are_pairs_alike(
    state: State, mine: tuple[tuple[object, Value], ...], theirs: tuple[tuple[object, Value], ...], depth: int
) -> bool:
    """Names or keys with what stands under them, as deep as they are compared."""
    if [name for name, _ in mine] != [name for name, _ in theirs]:
        return False
    pairs = ((one, two) for (_, one), (_, two) in zip(mine, theirs, strict=True))
    return depth == 0 or all(are_alike(state, one, two, depth - 1) for one, two in pairs)
