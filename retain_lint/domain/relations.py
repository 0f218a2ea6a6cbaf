"""What several unknown values have to do with each other: after `if a or b: ...`, one of the two holds. Floor 2.

It is kept as clauses, disjunctions of decisions about different values (of one value: cases). What two paths agree on where they
meet are the unions of a clause of each: a lattice of sets of clauses, each of which stands for all that ask for less.
Taken branches shorten the clauses; a clause of one decision is that decision (unit propagation: Davis, Logemann
and Loveland, A Machine Program for Theorem-Proving, 1962).
"""

from __future__ import annotations

from collections.abc import Callable, Set

from retain_lint.domain.cases import Literal
from retain_lint.domain.literals import is_lasting, names_in, subject_of
from retain_lint.domain.value import Key

#: decisions of which one holds
Clause = frozenset[Literal]
Clauses = frozenset[Clause]

NO_CLAUSES: Clauses = frozenset()
#: longer clauses are forgotten
MAX_LITERALS = 3
#: where paths differ more than that, what they have in common is kept alone
MAX_UNIONS = 64
MAX_CLAUSES = 32


def join_clauses(one: Clauses, two: Clauses) -> Clauses:
    """The clauses of both, and those that one of each lead to; the decisions that both paths share are not among them."""
    common, mine, theirs = one & two, one - two, two - one
    united: set[Clause] = set()
    if len(mine) * len(theirs) <= MAX_UNIONS:
        united = {clause for first in mine for second in theirs if _is_kept(clause := first | second)}
    found = _strongest(common | united)
    return found if len(found) <= MAX_CLAUSES else frozenset(common)


def _is_kept(clause: Clause) -> bool:
    """Is it short, and about different values?"""
    if len(clause) > MAX_LITERALS or not all(is_lasting(atom) for atom, _ in clause):
        return False
    return len({subject_of(atom) or atom for atom, _ in clause}) == len(clause)


def _strongest(clauses: Set[Clause]) -> Clauses:
    """Without those that ask for less than another."""
    return frozenset(clause for clause in clauses if not any(other < clause for other in clauses))


def concerns(clause: Clause, names: Set[Key]) -> bool:
    """Does it say something of one of these values?"""
    return any(not names.isdisjoint(names_in(atom)) for atom, _ in clause)


def shorten(clause: Clause, truth_of: Callable[[Key], bool | None]) -> Clause | None:
    """What is left of it on a path that knows some of its conditions; None if it holds."""
    known = {atom: truth_of(atom) for atom, _ in clause}
    if any(known[atom] is truth for atom, truth in clause):
        return None
    return frozenset(literal for literal in clause if known[literal[0]] is None)
