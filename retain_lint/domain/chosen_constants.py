"""Items of a list of constants under a running index that stands for later iterations too: which they are is asked of the
index. Floor 2.

`names[i] == "conv"` holds where `i` is among the places of "conv"; `flags[i]` where it is among those of True.
"""

from __future__ import annotations

from retain_lint.domain.value import Index, Known, Symbol, Tuple, Value

#: begins the name of an item that is one of several constants
_CHOSEN = "chosen"
_PLACES = {"==": "in", "!=": "not in", "is": "in", "is not": "not in"}


def choose_constant(items: tuple[Value, ...], index: Index) -> Value | None:
    """The item at the index, or what it may be; None if the index stands for itself alone, or the items are not all known."""
    later = items[index.value :] if isinstance(index.value, int) and index.value >= 0 else ()
    if index.position == 0 or index.stride != 1 or not later or not all(_is_constant(item) for item in items):
        return None
    if len(set(later)) == 1:
        return later[0]
    if all(isinstance(item, Known) and isinstance(item.value, bool) for item in items):
        return Symbol(("compare", "in", index, _places(items, Known(True))), plain=True)
    return Symbol((_CHOSEN, index, *items), plain=True)


def by_place(op: str, left: Value, right: Value) -> tuple[str, Value, Value]:
    """A comparison of such an item with a constant: one of the index with the places at which that stands."""
    if isinstance(right, Symbol) and right.key[0] == _CHOSEN and isinstance(left, Known):
        left, right = right, left
    if op not in _PLACES or not isinstance(left, Symbol) or left.key[0] != _CHOSEN or not isinstance(right, Known):
        return op, left, right
    index, *items = left.key[1:]
    assert isinstance(index, Index), "the name is made above"
    return _PLACES[op], index, _places(tuple(items), right)


def _is_constant(item: Value) -> bool:
    return isinstance(item, Known) and item.sample is None


def _places(items: tuple[object, ...], constant: Known) -> Tuple:
    return Tuple(tuple(Known(place) for place, item in enumerate(items) if item == constant))
