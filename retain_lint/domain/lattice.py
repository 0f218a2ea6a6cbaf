"""Three-valued truth, the smallest lattice of the domain. Floor 2."""

from __future__ import annotations

from enum import Enum
from typing import Protocol, TypeVar

Self = TypeVar("Self", bound="AbstractDomain")


class AbstractDomain(Protocol):
    """What every lattice offers: a partial order and an upper bound that agrees with it."""

    def leq(self: Self, other: Self) -> bool:
        """True if every concrete value that `self` stands for is one that `other` stands for."""

    def join(self: Self, other: Self) -> Self:
        """The least value above both."""


class Ternary(Enum):
    """NO and YES are incomparable; MAYBE stands above both."""

    NO = "no"
    YES = "yes"
    MAYBE = "maybe"

    #: by identity: an enum's own is Python code, and canonical forms are full of these
    __hash__ = object.__hash__

    @staticmethod
    def of(truth: bool | None) -> Ternary:
        """The value of a known truth; None is unknown."""
        return Ternary.MAYBE if truth is None else Ternary.YES if truth else Ternary.NO

    def leq(self, other: Ternary) -> bool:
        """The order of the lattice."""
        return self is other or other is Ternary.MAYBE

    def join(self, other: Ternary) -> Ternary:
        """The least upper bound."""
        return self if self is other else Ternary.MAYBE

    def either(self, other: Ternary) -> Ternary:
        """Kleene's or."""
        if Ternary.YES in (self, other):
            return Ternary.YES
        return Ternary.NO if self is other is Ternary.NO else Ternary.MAYBE

    def both(self, other: Ternary) -> Ternary:
        """Kleene's and."""
        if Ternary.NO in (self, other):
            return Ternary.NO
        return Ternary.YES if self is other is Ternary.YES else Ternary.MAYBE
