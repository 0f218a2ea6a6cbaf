"""The rules' examples through the whole program: Bad is reported as marked, its fix proves right, Good is silent."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from retain_lint.fixes.apply import apply_fixes
from retain_lint.rules.base import all_rules
from retain_lint.rules.examples import Bad, Good
from tests.rules.analysis import Reported, check_programs
from tests.truth.marks import find_marks


def name_examples(kind: type[Bad] | type[Good]) -> Iterator[tuple[str, str, Bad | Good]]:
    for rule in all_rules():
        for number, example in enumerate(rule.examples):
            if isinstance(example, kind):
                yield f"{rule.code}_{number}", rule.code, example


BAD = [(name, code, bad) for name, code, bad in name_examples(Bad) if isinstance(bad, Bad)]
SILENT = {name: good.code for name, _, good in name_examples(Good)}
SILENT |= {f"{name}_fixed": bad.fixed for name, _, bad in BAD if bad.fixed}
every_bad = pytest.mark.parametrize("name,code,bad", BAD, ids=[f"{code}: {bad.title}" for _, code, bad in BAD])


@pytest.fixture(scope="module")
def found() -> dict[str, list[Reported]]:
    programs = SILENT | {name: bad.code for name, _, bad in BAD}
    return check_programs(programs)


@every_bad
def test_bad_is_reported_on_the_marked_line_alone(
    name: str, code: str, bad: Bad, found: dict[str, list[Reported]]
) -> None:
    marked = [(line, code) for line in find_marks(bad.code, "error")]
    assert [(reported.line, reported.code) for reported in found[name]] == marked


@every_bad
def test_noted_lines_are_related(name: str, code: str, bad: Bad, found: dict[str, list[Reported]]) -> None:
    (reported,) = found[name]
    assert reported.related_lines - {reported.line} == set(find_marks(bad.code, "note"))


@every_bad
def test_fix_gives_the_fixed_program(name: str, code: str, bad: Bad, found: dict[str, list[Reported]]) -> None:
    (reported,) = found[name]
    if bad.applicability is None:
        assert reported.fix is None
    else:
        assert reported.fix is not None and reported.fix.applicability is bad.applicability
        assert apply_fixes(bad.code, [reported.fix]).text == bad.fixed


@pytest.mark.parametrize("name", SILENT)
def test_good_and_fixed_are_silent(name: str, found: dict[str, list[Reported]]) -> None:
    assert found[name] == []
