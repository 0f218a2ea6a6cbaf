"""The numbers in values: addresses of objects, and what tells unknown values apart. Floor 2."""

from __future__ import annotations

from dataclasses import dataclass

from retain_lint.domain.value import FunctionValue, Known, Ref, Symbol, field_names


@dataclass(frozen=True, slots=True)
class Fresh:
    """The part of a symbol's key that makes it unlike every other symbol."""

    number: int


def numbers_in(value: object) -> list[int]:
    """The addresses in a value, and the numbers of the unknown values in it."""
    if isinstance(value, Ref):
        return [value.address]
    if isinstance(value, Fresh):
        return [value.number]
    if value is None or isinstance(value, (Known, str, int)):
        return []
    if isinstance(value, tuple):
        return [address for item in value for address in numbers_in(item)]
    if isinstance(value, Symbol):
        return numbers_in(value.key)
    if isinstance(value, FunctionValue):
        owner = [] if value.owner is None else [value.owner]
        return owner + numbers_in(value.defaults)
    names = field_names(type(value)) or ()  # type: ignore[arg-type]
    return [address for name in names for address in numbers_in(getattr(value, name))]
