"""How many parts a tensor was asked to be cut into (`qkv.chunk(3)`): there may be fewer, but who names them expects so many.
Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Value, key_of

_COUNT = "%parts"


def note_count(state: State, whole: Value, asked: Value | None) -> None:
    """An operation has made parts of a tensor, `asked` of them."""
    if isinstance(asked, Known) and type(asked.value) is int:
        state.attach(key_of(whole), _COUNT, asked)


def count_parts(state: State, whole: Value) -> int | None:
    """How many parts were asked for; None if that is not known."""
    asked = lookup(state.attached(key_of(whole)), _COUNT)
    return asked.value if isinstance(asked, Known) and isinstance(asked.value, int) else None
