"""Disjunctions of decisions, as paths leave them that meet: one of these sets of branches was taken. Floor 2.

They are kept as all their prime implicants (A. Blake, Canonical Expressions in Boolean Algebra, 1937), so that the same
knowledge has one form in whatever order paths meet. Beyond a bound nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from retain_lint.domain.value import Key

#: a condition and its truth
Literal = tuple[Key, bool]
#: decisions that were taken together
Case = frozenset[Literal]
#: one of these holds; none of them stands for no knowledge
Cases = frozenset[Case]

#: more cases than this are forgotten
MAX_CASES = 8

NOTHING_KNOWN: Cases = frozenset()


def unite_cases(cases: Iterable[Case]) -> Cases:
    """The prime implicants of the disjunction; nothing where one case asks for nothing, or where they are too many."""
    found = _without_implied(set(cases))
    tried: set[frozenset[Case]] = set()
    while frozenset() not in found and len(found) <= MAX_CASES:
        pairs = {frozenset(pair) for pair in combinations(found, 2)} - tried
        tried |= pairs
        agreed = {case for one, two in pairs if (case := _consensus(one, two)) is not None}
        united = _without_implied(found | agreed)
        if united == found:
            return frozenset(found)
        found = united
    return NOTHING_KNOWN


def _consensus(one: Case, two: Case) -> Case | None:
    """What two cases leave that differ on one decision alone: `a and x or b and not x` has `a and b`."""
    opposed = [(key, truth) for key, truth in one if (key, not truth) in two]
    if len(opposed) != 1:
        return None
    key, truth = opposed[0]
    return (one | two) - {(key, truth), (key, not truth)}


def _without_implied(cases: set[Case]) -> set[Case]:
    """Without the cases that ask for more than another."""
    return {case for case in cases if not any(other < case for other in cases)}


def decide_case(cases: Cases, literal: Literal) -> Cases:
    """What is left of the cases with one more decision."""
    key, truth = literal
    return frozenset(_without_implied({case - {literal} for case in cases if (key, not truth) not in case}))


def split_certain(cases: Cases) -> tuple[Case, Cases]:
    """What all cases have in common, and what is left of them."""
    certain = frozenset.intersection(*cases) if cases else frozenset()
    left = frozenset(case - certain for case in cases)
    return certain, NOTHING_KNOWN if frozenset() in left else left
