"""Generic classes (typing.Generic): `Trainer[Config]` is Trainer, where it is called and as a base. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import ClassRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import External, Ref, Symbol, Value
from retain_lint.interpreter.heap.objects import class_attribute, external_bases

_GENERIC = frozenset(
    f"{module}.{name}" for module in ("typing", "typing_extensions") for name in ("Generic", "Protocol")
)


def find_origin(state: State, value: Value) -> Ref | None:
    """What an item of a class of the program is, whatever its parameters: the class itself, if that is generic."""
    if not isinstance(value, Ref) or not isinstance(state.record(value), ClassRecord):
        return None
    bases = external_bases(state, value.address)
    generic = any(isinstance(base, External) and base.name in _GENERIC for base in bases)
    own = class_attribute(state, value.address, "__class_getitem__")
    return value if generic and own is None else None


def strip_parameters(base: Value) -> Value:
    """The base of a class without its parameters: `Generic[T]` is Generic, `Dataset[Tensor]` Dataset."""
    owner = base.key[1] if isinstance(base, Symbol) and base.key[0] == "item" else None
    origin = owner[1] if isinstance(owner, tuple) and owner[0] == "value" else None
    return origin if isinstance(origin, External) else base
