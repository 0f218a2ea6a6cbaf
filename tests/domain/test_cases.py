"""Cases say of every assignment what the decisions that they were made of say."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from retain_lint.domain.cases import NOTHING_KNOWN, Case, decide_case, split_certain, unite_cases
from retain_lint.domain.value import Key

KEYS: list[Key] = [("a",), ("b",), ("c",)]
RUNS: list[Case] = [frozenset(zip(KEYS, truths, strict=True)) for truths in product((False, True), repeat=len(KEYS))]
cases = st.lists(st.dictionaries(st.sampled_from(KEYS), st.booleans()).map(lambda d: frozenset(d.items())), min_size=1)
literals = st.tuples(st.sampled_from(KEYS), st.booleans())


@given(cases)
def test_united_cases_hold_in_the_same_runs(given: list[Case]) -> None:
    united = unite_cases(given)
    possible = {run for run in RUNS if any(case <= run for case in given)}
    assert possible == {run for run in RUNS if not united or any(case <= run for case in united)}
    assert united == unite_cases(reversed(given))


@given(cases, literals)
def test_a_decision_leaves_the_runs_that_take_it(given: list[Case], literal: tuple[Key, bool]) -> None:
    united = unite_cases(given)
    if united == NOTHING_KNOWN:
        return
    taken = [run for run in RUNS if literal in run]
    left = decide_case(united, literal)
    assert {run for run in taken if any(case <= run for case in united)} == {
        run for run in taken if any(case <= run for case in left)
    }
    certain, rest = split_certain(left)
    assert all(certain | case in left for case in rest) and (rest or not left or certain in left)
