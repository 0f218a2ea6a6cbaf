"""Items that the program has stored in containers of unknown contents. Floor 3.

They are kept beside the unknown value, under the names of their indices; who takes the container as a whole takes them, too.
"""

from __future__ import annotations

from retain_lint.domain.heap import lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Ref, Symbol, Tuple, Value

#: what was stored at indices that are not known
_COMPUTED = "[...]"
#: what a container was given by its methods
KEPT = "+"
#: a mark of what was given the values of a running mean; as the others, no name of an attribute
MEAN = "(mean)"


def store_item(state: State, value: Symbol, index: Value, source: Value | None) -> None:
    """A strong update at an index that is known (None deletes the item); one at an unknown index may hide any other."""
    if isinstance(index, Known):
        owner = value.key[1] if value.key[0] == "attr" and value.key[-1] == "__dict__" else None
        if isinstance(owner, tuple):  # an attribute of what is unknown
            state.attach(owner, str(index.value), source)
        else:
            state.attach(value.key, _name_of(index), source)
    elif isinstance(source, (Ref, Tuple)) or isinstance(source, Symbol) and not source.plain:
        state.attach(value.key, _COMPUTED, Tuple((*_held_under(state, value, _COMPUTED), source)))


def stored_at(state: State, value: Symbol, index: Value) -> tuple[Value | None, list[Value]]:
    """What was stored at that very index, if it is known; and what may have been, at one that is not known, or is a number that
    was followed no further."""
    unknown = _at_unknown(state, value)
    if isinstance(index, Known):
        own = lookup(state.attached(value.key), _name_of(index))
        if own is not None or not isinstance(index.value, int):
            return own, unknown
    return None, list(stored_items(state, value))


def stored_items(state: State, value: Symbol) -> tuple[Value, ...]:
    """All items that were stored in an unknown container."""
    pairs = state.overlay.get(value.key, ())
    known = (item for name, item in pairs if name[0] == "[" and name != _COMPUTED)
    return (*_at_unknown(state, value), *known, *kept_items(state, value)) if pairs else ()


def keep_items(state: State, value: Symbol, items: tuple[Value, ...]) -> None:
    """An unknown container is given items, which lie somewhere in it from now on."""
    state.attach(value.key, KEPT, Tuple((*kept_items(state, value), *items)))


def kept_items(state: State, value: Symbol) -> tuple[Value, ...]:
    """What an unknown container was given by its methods, as `append`: it lies somewhere in it."""
    return _held_under(state, value, KEPT)


def _at_unknown(state: State, value: Symbol) -> list[Value]:
    return list(_held_under(state, value, _COMPUTED))


def _held_under(state: State, value: Symbol, name: str) -> tuple[Value, ...]:
    held = lookup(state.attached(value.key), name)
    return held.items if isinstance(held, Tuple) else ()


def _name_of(index: Known) -> str:
    return f"[{index.value!r}]"
