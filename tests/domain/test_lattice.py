"""Three-valued truth and path conditions are lattices, and Kleene's connectives respect their order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retain_lint.domain import relations
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.path_condition import PathCondition
from retain_lint.domain.value import Key, Known, Symbol

truths = st.sampled_from(Ternary)
keys: st.SearchStrategy[Key] = st.sampled_from([("a",), ("b",), ("c",)])
bounds = st.tuples(st.integers(-3, 3), st.integers(0, 4)).map(lambda pair: (pair[0], pair[0] + pair[1]))
tests = st.builds(lambda key, number: ("compare", "==", Symbol(key), Known(number)), keys, st.integers(0, 2))
decided = st.builds(
    PathCondition,
    st.dictionaries(keys | tests, st.booleans()),
    st.dictionaries(keys, st.integers(0, 2).map(Known)),
    st.dictionaries(keys, bounds),
)
conditions = st.lists(decided, min_size=1, max_size=3).map(lambda met: reduce(PathCondition.join, met))


@pytest.fixture(autouse=True, scope="module")
def _unbounded_clauses() -> Iterator[None]:
    """The laws hold but for the bounds."""
    with patch.object(relations, "MAX_UNIONS", 10**6), patch.object(relations, "MAX_CLAUSES", 10**6):
        yield


@given(truths, truths, truths)
def test_ternary_is_a_lattice(one: Ternary, two: Ternary, three: Ternary) -> None:
    assert one.leq(one)
    assert not (one.leq(two) and two.leq(one)) or one is two
    assert not (one.leq(two) and two.leq(three)) or one.leq(three)
    assert one.leq(one.join(two)) and two.leq(one.join(two))
    assert not (one.leq(three) and two.leq(three)) or one.join(two).leq(three)
    assert one.join(two) is two.join(one)
    assert one.join(two.join(three)) is one.join(two).join(three)
    assert one.join(one) is one


@given(truths, truths, truths)
def test_connectives_are_monotone(one: Ternary, two: Ternary, three: Ternary) -> None:
    if one.leq(two):
        assert one.either(three).leq(two.either(three)) and three.either(one).leq(three.either(two))
        assert one.both(three).leq(two.both(three)) and three.both(one).leq(three.both(two))


@given(st.booleans(), st.booleans())
def test_connectives_are_those_of_booleans(one: bool, two: bool) -> None:
    assert Ternary.of(one).either(Ternary.of(two)) is Ternary.of(one or two)
    assert Ternary.of(one).both(Ternary.of(two)) is Ternary.of(one and two)


@given(conditions, conditions, conditions)
def test_conditions_are_a_lattice(one: PathCondition, two: PathCondition, three: PathCondition) -> None:
    joined = one.join(two)
    assert one.leq(one) and one.leq(joined) and two.leq(joined)
    assert not (one.leq(two) and two.leq(one)) or one == two
    assert not (one.leq(two) and two.leq(three)) or one.leq(three)
    assert not (one.leq(three) and two.leq(three)) or joined.leq(three)
    assert joined == two.join(one)
    assert joined.join(three) == one.join(two.join(three))
    assert one.join(one) == one


@given(conditions, keys, bounds)
def test_narrowing_goes_down(condition: PathCondition, key: Key, within: tuple[int, int]) -> None:
    before = condition.copy()
    feasible = condition.narrow(key, *within)
    assert condition.leq(before)
    low, high = condition.interval(key)
    assert feasible is (low <= high)
    assert all(within[0] <= number <= within[1] for number in range(low, high + 1))


@given(conditions, st.lists(conditions, max_size=6))
def test_chains_of_conditions_come_to_rest(start: PathCondition, others: list[PathCondition]) -> None:
    """Atoms and bindings only go; an interval grows to the hull of what was joined, and no further."""
    top = start
    for other in others:
        top = top.join(other)
    for other in (start, *others):
        assert top.join(other) == top
