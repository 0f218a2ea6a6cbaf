"""What loops find in unknown collections, named by its place: the n-th element of one collection is the same in every loop
over it. Floor 3."""

from __future__ import annotations

from enum import Enum

from retain_lint.domain.heap import lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import Key, Known, Symbol, Tuple, Value
from retain_lint.interpreter.heap.strings import TEXT

_ELEMENT = "element"
#: what is attached to an unknown key: the place of the entry that it is taken to lead to
_TAKEN = "[place]"
#: the names of what is computed of other values
_COMPOSED = frozenset({"arith", "text", TEXT})


class NamedBy(Enum):
    """What names an element; never the loop."""

    COLLECTION = "collection and place"
    PLACE = "place"
    NOTHING = "nothing"


def by_place(value: Value, named_by: NamedBy = NamedBy.COLLECTION) -> object:
    """The name of a value, in which elements are named so."""
    if isinstance(value, Symbol):
        return _renamed(value.key, named_by)
    return tuple(by_place(item, named_by) for item in value.items) if isinstance(value, Tuple) else value


def place_in(value: object) -> int | None:
    """The place of the one element of which a name is made; None if it is made of none, or of several."""
    places = set(_places_in(value))
    return places.pop() if len(places) == 1 else None


def take_place(state: State, key: Value) -> int | None:
    """The place of the entry that a key leads to which no loop has found. All entries are alike: the first such key leads to
    the first; of a second one it is not known whether it is the same."""
    unknown = {_without_turn(found) for found in _unknown_in(key)}
    if len(unknown) != 1:
        return None
    (owner,) = unknown
    if all(lookup(pairs, _TAKEN) is None for pairs in state.overlay.values()):
        state.attach(owner, _TAKEN, Known(0))
    return None if lookup(state.attached(owner), _TAKEN) is None else 0


def _without_turn(key: Key) -> Key:
    """A client may ask for the same again in its next call."""
    return (*key[:2], *key[3:]) if key[0] == "parameter" else key


def _unknown_in(value: object) -> list[Key]:
    """The unknown values that a name is made of, as a text or a number is of its parts."""
    if isinstance(value, Symbol):
        return _unknown_in(value.key[1:]) if value.key[0] in _COMPOSED else [value.key]
    parts = value.items if isinstance(value, Tuple) else value
    return [key for part in parts for key in _unknown_in(part)] if isinstance(parts, tuple) else []


def _renamed(key: Key, named_by: NamedBy) -> object:
    if key[0] == _ELEMENT and len(key) > 2:
        return (_ELEMENT, _named(key[1], key[-1], named_by))
    if key[0] == "item" and named_by is not NamedBy.COLLECTION and _is_element(key[-1]):
        return (_ELEMENT, _named(None, key[-1][-1], named_by))  # type: ignore[index]
    return tuple(_part(part, named_by) for part in key)


def _named(collection: object, place: object, named_by: NamedBy) -> object:
    if named_by is NamedBy.COLLECTION:
        return _part(collection, named_by), place
    return place if named_by is NamedBy.PLACE else None


def _part(part: object, named_by: NamedBy) -> object:
    if isinstance(part, (Symbol, Tuple)):
        return by_place(part, named_by)
    return _renamed(part, named_by) if isinstance(part, tuple) and part else part


def _is_element(part: object) -> bool:
    return isinstance(part, tuple) and part[:1] == (_ELEMENT,)


def _places_in(part: object) -> list[int]:
    parts = part.key if isinstance(part, Symbol) else part.items if isinstance(part, Tuple) else part
    if not isinstance(parts, tuple) or not parts:
        return []
    if parts[0] == _ELEMENT and isinstance(parts[-1], int):
        return [parts[-1]]
    return [place for inner in parts for place in _places_in(inner)]
