"""How tensors are held by what is handed on: alone, in tuples, lists and dictionaries, or perhaps not at all. Floor 2."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Shape:
    """`kind`: "tensor", "tuple", "list" or "dict" (of `inner`), "none", or "other" for all else. `optional`: it may be
    None instead."""

    kind: str
    inner: Shape | None = None
    optional: bool = False


TENSOR, NOTHING, OTHER = Shape("tensor"), Shape("none"), Shape("other")


def join_shapes(one: Shape | None, other: Shape) -> Shape:
    """What two values that meet at one place have in common; the first may be missing."""
    if one is None or one == other:
        return other
    if NOTHING in (one, other):
        rest = other if one == NOTHING else one
        return rest if rest == OTHER else replace(rest, optional=True)
    plain, same = replace(one, optional=False), replace(other, optional=False)
    return replace(one, optional=True) if plain == same else OTHER
