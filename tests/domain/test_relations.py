"""Clauses say of every run that met at a join what it may have decided, and branches shorten them."""

from __future__ import annotations

from functools import reduce
from itertools import product

from hypothesis import assume, given
from hypothesis import strategies as st

from retain_lint.domain.path_condition import PathCondition
from retain_lint.domain.relations import MAX_LITERALS
from retain_lint.domain.value import Key

KEYS: list[Key] = [("a",), ("b",), ("c",), ("d",)]
RUNS: list[dict[Key, bool]] = [
    dict(zip(KEYS, truths, strict=True)) for truths in product((False, True), repeat=len(KEYS))
]
decided = st.builds(PathCondition, st.dictionaries(st.sampled_from(KEYS), st.booleans()))


def _allows(condition: PathCondition, run: dict[Key, bool]) -> bool:
    clauses = all(any(run[atom] is truth for atom, truth in clause) for clause in condition.clauses)
    return clauses and condition.atoms.items() <= run.items()


@given(st.lists(decided, min_size=1, max_size=4))
def test_joined_paths_allow_the_runs_of_each(paths: list[PathCondition]) -> None:
    joined = reduce(PathCondition.join, paths)
    assert all(_allows(joined, run) for run in RUNS if any(_allows(path, run) for path in paths))
    assert all(2 <= len(clause) <= MAX_LITERALS for clause in joined.clauses)


@given(st.dictionaries(st.sampled_from(KEYS), st.booleans()), st.dictionaries(st.sampled_from(KEYS), st.booleans()))
def test_two_paths_exclude_what_two_decisions_tell(one: dict[Key, bool], two: dict[Key, bool]) -> None:
    """All clauses of two decisions about two values that hold on both paths hold where they meet."""
    joined = PathCondition(dict(one)).join(PathCondition(dict(two)))
    for first, second in product(product(KEYS, (False, True)), repeat=2):
        clause = {first, second}
        if first[0] != second[0] and all(clause & decided.items() for decided in (one, two)):
            assert all(clause & run.items() for run in RUNS if _allows(joined, run))


@given(st.lists(decided, min_size=2, max_size=3), st.sampled_from(KEYS), st.booleans())
def test_a_branch_keeps_the_runs_that_take_it(paths: list[PathCondition], key: Key, truth: bool) -> None:
    condition = reduce(PathCondition.join, paths)
    assume(key not in condition.atoms)
    before = [run for run in RUNS if _allows(condition, run) and run[key] is truth]
    if not condition.decide(key, truth):
        assert not before
        return
    taken = condition.shorten_clauses({key}, condition.atoms.get)
    if taken is None:
        assert not before
        return
    condition.assert_all(dict(taken))
    assert before == [run for run in RUNS if _allows(condition, run)]
