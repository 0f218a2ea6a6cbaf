"""Items that the program has stored in containers of unknown contents. Floor 3.

They are kept beside the unknown value, under the names of their indices; who takes the container as a whole takes them, too.
"""

from __future__ import annotations

from retain_lint.domain.heap import lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Ref, Symbol, Tuple, Value

#: what was stored at indices that are not known
_COMPUTED = "[...]"


def store_item(state: State, value: Symbol, index: Value, source: Value | None) -> None:
    """A strong update at an index that is known (None deletes the item); one at an unknown index may hide any other."""
    if isinstance(index, Known):
        state.attach(value.key, _name_of(index), source)
    elif isinstance(source, (Ref, Tuple)) or isinstance(source, Symbol) and not source.plain:
        state.attach(value.key, _COMPUTED, Tuple((*_at_unknown(state, value), source)))


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
    return (*_at_unknown(state, value), *known) if pairs else ()


def _at_unknown(state: State, value: Symbol) -> list[Value]:
    computed = lookup(state.attached(value.key), _COMPUTED)
    return list(computed.items) if isinstance(computed, Tuple) else []


def _name_of(index: Known) -> str:
    return f"[{index.value!r}]"
