"""Programs of which the budget leaves most to be run: what is said of the rest is true all the same."""

from __future__ import annotations

import pytest

from retain_lint.interpreter.context import budget
from retain_lint.runner import Runner
from tests.truth.program_files import Program, list_programs

#: what it freezes is up to a function that is handed on, in code which the budget does not come to
_HANDED_ON = "c111_parts_frozen_by_their_names"
_MADE = budget.Budget.__init__
PROGRAMS = [one for one in list_programs() if one.path.stem != _HANDED_ON and not one.path.stem.endswith(".fixed")]


@pytest.fixture(autouse=True)
def _allow_little(monkeypatch: pytest.MonkeyPatch) -> None:
    _allow(400, monkeypatch)


def _allow(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few hundred instructions for an entry point, and for all together."""
    given = {"steps": steps, "granted": steps, "ceiling": 2 * steps, "limit": 2 * steps}
    limits = {"MAX_STEPS": steps, "MIN_STEPS": steps // 4, "MAX_TOTAL_STEPS": 2 * steps, "MAX_ALL_STEPS": 3 * steps}
    for name, value in limits.items():
        monkeypatch.setattr(budget, name, value)

    def make(self: budget.Budget, **others: int) -> None:
        _MADE(self, **(given | others))

    monkeypatch.setattr(budget.Budget, "__init__", make)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.path.stem)
def test_nothing_is_said_that_is_not_true(program: Program) -> None:
    reported = Runner().check_bytes(program.path, program.path.read_bytes()).reported
    found = {
        (one.diagnostic.location.span.start_line, one.diagnostic.code) for one in reported if one.diagnostic.default
    }
    assert found <= program.expected | program.allowed


@pytest.mark.parametrize(
    ("stem", "steps"),
    [
        ("c467_none_is_no_operand", 230),
        ("c588_attributes_under_an_option", 160),
        ("c643_attributes_that_others_set", 160),
        ("c926_networks_that_count_their_passes", 850),
        ("c934_networks_sorted_and_drawn_by_name", 250),
    ],
)
def test_nothing_is_said_that_is_not_true_wherever_it_ends(
    stem: str, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    _allow(steps, monkeypatch)
    test_nothing_is_said_that_is_not_true(next(one for one in PROGRAMS if one.path.stem == stem))


@pytest.mark.parametrize("stem", ["c856_words_that_are_tested_otherwise", "c860_networks_of_many_paths_that_remember"])
def test_nothing_is_said_of_joined_paths_that_is_not_true(stem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "FEWER_DISJUNCTS", ((0.2, 2),))
    test_nothing_is_said_that_is_not_true(next(one for one in PROGRAMS if one.path.stem == stem))


def test_a_budget_that_is_that_small_ends_runs() -> None:
    checked = [Runner().check_bytes(one.path, one.path.read_bytes()) for one in PROGRAMS[:60]]
    assert any(one.statistics.get("steps budget cuts") for one in checked)
