"""Conditions, and the unknown values that they are about. Floor 2."""

from __future__ import annotations

from retain_lint.domain.value import External, Key, Known, Linear, Symbol, Tuple, name_of

#: what a path notes of its iterations, and truths of what may be written to: they hold at one place
_PASSING = frozenset(("below", "picks", "truth"))


def names_in(atom: Key) -> set[Key]:
    """The unknown values that a condition is about: itself, or the sides of a comparison."""
    return {atom, *(name_of(part) for part in atom if isinstance(part, (Symbol, Linear, External)))}


def subject_of(atom: Key) -> Key | None:
    """The one unknown value that a condition tests against what is known, or whose truth it is."""
    parts = [part for part in atom if isinstance(part, (Symbol, Linear, External))]
    if not parts:
        return atom
    unknown = [part for part in parts if not isinstance(part, External)] or parts  # isinstance(x, torch.Tensor)
    return name_of(unknown[0]) if len(unknown) == 1 else None


def is_lasting(atom: Key) -> bool:
    """Does a condition mean the same wherever the path asks? One about an index is about one iteration."""
    if atom[0] != "compare":
        return atom[0] not in _PASSING
    return all(isinstance(part, (Symbol, Known, External, Tuple)) for part in atom[2:])
