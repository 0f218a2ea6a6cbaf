"""What the branches taken so far have decided. Floor 2.

Atoms are keyed by the structural key of the value tested, so that `if use_gan:` agrees with itself as long as
`use_gan` is the same value. Integers keep an interval, so that a loop's length and its index can be compared.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from retain_lint.domain.value import External, Key, Known, Linear, Symbol, name_of

INFINITY = 1 << 60


def _names_in(atom: Key) -> set[Key]:
    """The unknown values that a condition is about: itself, or the sides of a comparison."""
    return {atom, *(name_of(part) for part in atom if isinstance(part, (Symbol, Linear, External)))}


@dataclass(slots=True)
class PathCondition:
    """Owned by one state and copied with it."""

    atoms: dict[Key, bool] = field(default_factory=dict)
    bindings: dict[Key, Known] = field(default_factory=dict)
    intervals: dict[Key, tuple[int, int]] = field(default_factory=dict)

    def copy(self) -> PathCondition:
        """An independent copy."""
        return PathCondition(dict(self.atoms), dict(self.bindings), dict(self.intervals))

    def forget(self, keys: set[Key]) -> None:
        """Drops what was decided about unknown values of these names."""
        self.bindings = {key: value for key, value in self.bindings.items() if key not in keys}
        self.intervals = {key: bounds for key, bounds in self.intervals.items() if key not in keys}
        self.atoms = {key: truth for key, truth in self.atoms.items() if keys.isdisjoint(_names_in(key))}

    def leq(self, other: PathCondition) -> bool:
        """True if whatever `other` requires holds here too."""
        return (
            other.atoms.items() <= self.atoms.items()
            and all(self.bindings.get(key) == value for key, value in other.bindings.items())
            and all(self._within(key, bounds) for key, bounds in other.intervals.items())
        )

    def _within(self, key: Key, bounds: tuple[int, int]) -> bool:
        low, high = self.interval(key)
        return bounds[0] <= low and high <= bounds[1]

    def join(self, other: PathCondition) -> PathCondition:
        """What both paths agree on."""
        return PathCondition(
            {key: truth for key, truth in self.atoms.items() if other.atoms.get(key) is truth},
            {key: value for key, value in self.bindings.items() if other.bindings.get(key) == value},
            {
                key: (min(low, other.interval(key)[0]), max(high, other.interval(key)[1]))
                for key, (low, high) in self.intervals.items()
                if key in other.intervals
            },
        )

    def interval(self, key: Key) -> tuple[int, int]:
        """The bounds, both included, within which an unknown integer is known to lie."""
        return self.intervals.get(key, (-INFINITY, INFINITY))

    def narrow(self, key: Key, low: int, high: int) -> bool:
        """Intersects the interval; False if nothing is left (the path is infeasible)."""
        old_low, old_high = self.interval(key)
        self.intervals[key] = (max(low, old_low), min(high, old_high))
        return self.intervals[key][0] <= self.intervals[key][1]
