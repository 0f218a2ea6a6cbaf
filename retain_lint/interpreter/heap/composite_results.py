"""Results of opaque callees that are no tensors, as their members show: a model that trains itself, an output object. Floor 3.

An under-approximation: what no member was read of is taken to be a tensor.
"""

from __future__ import annotations

from retain_lint.domain.heap import lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Value, key_of
from retain_lint.torch_api.lookup import is_tensor_member

_MARK = "%composite"


def note_member(state: State, value: Value, name: str) -> None:
    """A member of the result of an opaque callee was read, called or set: tensors have most of them, but not all."""
    if not name.startswith("_") and not is_tensor_member(name):
        state.attach(key_of(value), _MARK, NONE)


def is_composite(state: State, value: Value) -> bool:
    """Has a member been asked for that no tensor has? Then its `backward` is a method of its own."""
    return lookup(state.attached(key_of(value)), _MARK) is not None
