"""What the branches taken so far have decided. Floor 2.

Atoms are keyed by the structural key of the value tested, so that `if use_gan:` agrees with itself as long as
`use_gan` is the same value. Numbers keep an interval, so that a loop's length and its index can be compared; a bound that
ends in a half stands for all fractions between two whole numbers. Where
paths meet that decided differently, what they decided of one value is kept as cases: an option that was one of three on
them is none of a fourth kind afterwards. What they decided of several values is kept as clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from typing import cast

from retain_lint.domain.cases import Case, Cases, Literal, decide_case, split_certain, unite_cases
from retain_lint.domain.key_index import belongs_to, owners_of
from retain_lint.domain.literals import names_in, subject_of
from retain_lint.domain.relations import NO_CLAUSES, Clause, Clauses, concerns, join_clauses, shorten
from retain_lint.domain.value import Key, Known, Symbol

INFINITY = 1 << 60
#: names how far a real index is ahead of the one that stands for it
AHEAD = "ahead"

#: conditions about one unknown value and their truth, and the constant that it is bound to
Decisions = frozenset[tuple[Key, object]]


def _constant_in(case: Case, subject: Key) -> Known | None:
    """The constant that a case says an unknown value to be."""
    for atom, truth in case:
        if truth and atom[0] == "compare" and atom[1] in ("is", "=="):
            left, right = atom[2:]
            if isinstance(left, Symbol) and left.key == subject and isinstance(right, Known):
                return right
    return None


def _hull(one: tuple[float, float], two: tuple[float, float]) -> tuple[float, float]:
    return min(one[0], two[0]), max(one[1], two[1])


@dataclass(slots=True)
class PathCondition:
    """Owned by one state and copied with it. `cases`: by unknown value, what tests of it have left beside the atoms.
    `clauses`: what was decided of several unknown values, where it is not known which."""

    atoms: dict[Key, bool] = field(default_factory=dict)
    bindings: dict[Key, Known] = field(default_factory=dict)
    intervals: dict[Key, tuple[float, float]] = field(default_factory=dict)
    cases: dict[Key, Cases] = field(default_factory=dict)
    clauses: Clauses = NO_CLAUSES

    def copy(self) -> PathCondition:
        """An independent copy."""
        return PathCondition(
            dict(self.atoms), dict(self.bindings), dict(self.intervals), dict(self.cases), self.clauses
        )

    def bind(self, key: Key, value: Known) -> None:
        """An unknown value is found to be this constant."""
        self.bindings[key] = value

    def assert_all(self, atoms: dict[Key, bool]) -> None:
        """These hold on this path, whatever was decided of them."""
        self.atoms |= atoms

    def decide(self, atom: Key, truth: bool) -> bool:
        """Takes a branch, and with it what the cases that are left have in common; False if none is left."""
        self.atoms[atom] = truth
        subject = subject_of(atom) if self.cases else None
        if subject is None or subject not in self.cases:
            return True
        return self._leave_cases(subject, decide_case(self.cases.pop(subject), (atom, truth)))

    def _leave_cases(self, subject: Key, left: Cases) -> bool:
        """What all cases that are left of an unknown value have in common is decided; False if none is left."""
        certain, cases = split_certain(left)
        self.atoms.update(certain)
        if cases:
            self.cases[subject] = cases
        return bool(left)

    def keep_cases(self, subject: Key, allows: Callable[[Known], bool]) -> bool:
        """Drops the cases that say an unknown value to be a constant which a branch does not allow; False if none is left."""
        if subject not in self.cases:
            return True
        known = {case: _constant_in(case, subject) for case in self.cases.pop(subject)}
        left = frozenset(case for case, constant in known.items() if constant is None or allows(constant))
        found = {known[case] for case in left}
        if len(found) == 1 and (constant := found.pop()) is not None:
            self.bind(subject, constant)
        return self._leave_cases(subject, left)

    def shorten_clauses(self, names: Set[Key], truth_of: Callable[[Key], bool | None]) -> Clause | None:
        """What is decided of other values, now that a branch on these was taken; None if a clause does not hold. Of one that
        holds it is kept which decision holds, which may follow from what is forgotten before that is."""
        left = {clause: shorten(clause, truth_of) for clause in self.clauses if concerns(clause, names)}
        if frozenset() in left.values():
            return None
        held = {literal for clause, rest in left.items() if rest is None for literal in clause}
        self.atoms |= {atom: truth for atom, truth in held if truth_of(atom) is truth}
        shortened = {clause for clause in left.values() if clause is not None}
        decided = frozenset(literal for clause in shortened if len(clause) == 1 for literal in clause)
        self.clauses = self.clauses.difference(left).union(clause for clause in shortened if len(clause) > 1)
        return decided

    def constants_among(self, subject: Key) -> list[Known]:
        """The constants of which the cases say that an unknown value is one; none if one of them leaves it open."""
        found = [_constant_in(case, subject) for case in self.cases.get(subject, ())]
        known = [constant for constant in found if constant is not None]
        return known if len(known) == len(found) else []

    def forget(self, keys: set[Key]) -> None:
        """Drops what was decided about unknown values of these names."""
        self.bindings = {key: value for key, value in self.bindings.items() if key not in keys}
        self.intervals = {key: bounds for key, bounds in self.intervals.items() if key not in keys}
        self.atoms = {key: truth for key, truth in self.atoms.items() if keys.isdisjoint(names_in(key))}
        self.cases = {key: cases for key, cases in self.cases.items() if key not in keys}
        self.clauses = frozenset(clause for clause in self.clauses if not concerns(clause, keys))

    def forget_attributes(self, owner: Key) -> None:
        """Drops what was decided about the attributes of an object, or of what it holds: it has perhaps changed."""
        parts = self.attributes_of(owner)
        if parts:
            self.forget(parts)

    def attributes_of(self, owner: Key) -> set[Key]:
        """The names of the attributes of an object, or of what it holds, about which something was decided."""
        known = {
            *self.bindings,
            *self.intervals,
            *self.cases,
            *(name for atom in (*self.atoms, *self._atoms_in_clauses()) for name in names_in(atom)),
        }
        return {name for name in known if name[0] == "attr" and owner in owners_of(name)}

    def _atoms_in_clauses(self) -> set[Key]:
        return {atom for clause in self.clauses for atom, _ in clause}

    def decided_of(self, names: Set[Key]) -> frozenset[tuple[Key, object]]:
        """What was decided of unknown values of these names, and of their parts."""
        tables: tuple[Mapping[Key, object], ...] = (self.atoms, self.bindings, self.intervals, self.cases)
        return frozenset(
            (key, value)
            for table in tables
            for key, value in table.items()
            if any(belongs_to(name, names) for name in names_in(key))
        )

    def facts_of(self, names: Set[Key]) -> frozenset[object]:
        """All that this path knows of unknown values of these names, and of their parts, clauses with others too."""
        clauses = (
            clause
            for clause in self.clauses
            if any(belongs_to(name, names) for atom, _ in clause for name in names_in(atom))
        )
        return frozenset((*self.decided_of(names), *clauses))

    def decisions(self) -> dict[Key, Decisions]:
        """The branches taken, and the constants that unknown values are bound to, by the unknown value that each is about."""
        found: dict[Key, set[tuple[Key, object]]] = {}
        for atom, truth in self.atoms.items():
            found.setdefault(subject_of(atom) or atom, set()).add((atom, truth))
        for key, value in self.bindings.items():
            found.setdefault(key, set()).add((("bound", key), value))
        return {subject: frozenset(decided) for subject, decided in found.items()}

    def leq(self, other: PathCondition) -> bool:
        """True if whatever `other` requires holds here too."""
        return (
            other.atoms.items() <= self.atoms.items()
            and all(self._implies(subject, cases) for subject, cases in other.cases.items())
            and all(self._holds(clause) for clause in other.clauses)
            and all(self.bindings.get(key) == value for key, value in other.bindings.items())
            and all(self._within(key, bounds) for key, bounds in other.intervals.items())
        )

    def _implies(self, subject: Key, cases: Cases) -> bool:
        decided = frozenset(literal for literal in self.atoms.items() if subject_of(literal[0]) == subject)
        mine = [decided | case for case in self.cases.get(subject, (frozenset(),))]
        return all(any(case <= own for case in cases) for own in mine)

    def _holds(self, clause: Clause) -> bool:
        decided = any(self.atoms.get(atom) is truth for atom, truth in clause)
        return decided or any(own <= clause for own in self.clauses)

    def _within(self, key: Key, bounds: tuple[float, float]) -> bool:
        low, high = self.interval(key)
        return bounds[0] <= low and high <= bounds[1]

    def join(self, other: PathCondition) -> PathCondition:
        """What both paths agree on; of values of which they do not, that it was one way or the other."""
        if self.atoms == other.atoms:  # mostly; and to look up long names one by one takes longer
            shared = dict(self.atoms)
        else:
            shared = {key: truth for key, truth in self.atoms.items() if other.atoms.get(key) is truth}
        mine, theirs = self._cases_beside(shared), other._cases_beside(shared)
        united = {subject: unite_cases((*mine[subject], *theirs[subject])) for subject in mine if subject in theirs}
        return PathCondition(
            shared,
            {key: value for key, value in self.bindings.items() if other.bindings.get(key) == value},
            {key: _hull(self.interval(key), other.interval(key)) for key in self._bounded_beside(other)},
            {subject: cases for subject, cases in united.items() if cases},
            join_clauses(self._clauses_beside(shared), other._clauses_beside(shared)),
        )

    def _clauses_beside(self, shared: dict[Key, bool]) -> Clauses:
        """The clauses, and each decision that is not shared as one of its own."""
        if len(shared) == len(self.atoms):
            return self.clauses
        return self.clauses | {frozenset((literal,)) for literal in self.atoms.items() if literal[0] not in shared}

    def _bounded_beside(self, other: PathCondition) -> list[Key]:
        """The numbers that both paths bound: an index is bounded without an entry of its own."""
        both = self.intervals.keys() & other.intervals.keys()
        return [key for key in self.intervals | other.intervals if key in both or key[0] == AHEAD]

    def _cases_beside(self, shared: dict[Key, bool]) -> dict[Key, list[Case]]:
        """By unknown value: all that is decided of it but for what is shared, case by case."""
        decided: dict[Key, set[Literal]] = {subject: set() for subject in self.cases}
        for atom, truth in self.atoms.items() if len(shared) < len(self.atoms) else ():
            if atom not in shared and (subject := subject_of(atom)) is not None:
                decided.setdefault(subject, set()).add((atom, truth))
        return {
            subject: [case | rest for case in self.cases.get(subject, (frozenset(),))]
            for subject, rest in decided.items()
        }

    def interval(self, key: Key) -> tuple[float, float]:
        """The bounds, both included, within which an unknown number is known to lie."""
        if key[0] == AHEAD:
            return self._index_interval(key)
        return self.intervals.get(key, (-INFINITY, INFINITY))

    def _index_interval(self, key: Key) -> tuple[float, float]:
        """How far the real index may be past the one that stands for it: no less than in the iterations followed before."""
        _, loop, position, most = key
        earlier = (
            name for name in self.intervals if name[:2] == (AHEAD, loop) and cast(int, name[2]) <= cast(int, position)
        )
        low, high = self.intervals.get(key, (0, INFINITY))
        return max(0, low, *(self.intervals[name][0] for name in earlier)), min(cast(int, most), high)

    def narrow(self, key: Key, low: float, high: float) -> bool:
        """Intersects the interval; False if nothing is left (the path is infeasible)."""
        old_low, old_high = self.interval(key)
        self.intervals[key] = (max(low, old_low), min(high, old_high))
        return self.intervals[key][0] <= self.intervals[key][1]
