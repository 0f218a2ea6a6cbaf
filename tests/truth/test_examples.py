"""The rules' examples under torch: Bad errs as it says, Good and the fixed programs run clean."""

from __future__ import annotations

import pytest

from retain_lint.rules.base import all_rules
from retain_lint.rules.examples import Bad, Example, Good
from tests.truth.execution import run_program
from tests.truth.marks import find_marks
from tests.truth.measures import MEASURES, run_clean

BAD = [(rule.code, example) for rule in all_rules() for example in rule.examples if isinstance(example, Bad)]
GOOD = [(rule.code, example) for rule in all_rules() for example in rule.examples if isinstance(example, Good)]


def name(case: tuple[str, Example]) -> str:
    return f"{case[0]}: {case[1].title}"


@pytest.mark.parametrize("case", BAD, ids=name)
def test_bad_raises_or_wastes_on_the_marked_line(case: tuple[str, Bad]) -> None:
    bad = case[1]
    (line,) = find_marks(bad.code, "error")
    if bad.raises is not None:
        run = run_program(bad.code)
        assert run.error is not None and bad.raises in run.error
        assert run.error_line == line
    else:
        assert bad.wastes is not None and bad.fixed is not None
        MEASURES[bad.wastes](bad.code, line, bad.fixed)


@pytest.mark.parametrize("case", [case for case in BAD if case[1].fixed], ids=name)
def test_fixed_runs_clean(case: tuple[str, Bad]) -> None:
    assert case[1].fixed is not None
    run_clean(case[1].fixed)


@pytest.mark.parametrize("case", GOOD, ids=name)
def test_good_runs_clean(case: tuple[str, Good]) -> None:
    run = run_clean(case[1].code)
    assert not any(step.repeated for step in run.steps)
    assert all(step.changed for step in run.steps)


@pytest.mark.parametrize("case", [case for case in GOOD if case[0] == "RTG201"], ids=name)
def test_good_needs_every_retain(case: tuple[str, Good]) -> None:
    lines = {call.line for call in run_clean(case[1].code).calls if call.retain}
    assert lines
    for line in lines:
        dropped = run_program(case[1].code, drop_retain=line)
        assert dropped.error is not None and "a second time" in dropped.error


@pytest.mark.parametrize("case", BAD, ids=name)
def test_bad_says_how_it_errs(case: tuple[str, Bad]) -> None:
    bad = case[1]
    assert (bad.raises is None) != (bad.wastes is None)
    assert len(find_marks(bad.code, "error")) == 1
    assert bad.fixed is not None or bad.applicability is None
