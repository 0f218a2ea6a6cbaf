"""What does not change what a program does to the graph changes no verdict; and a fix removes just its finding.

Each program is rewritten in every sixth of the ways, another sixth of them for the next program, and every sixth fix is tried; the
environment's METAMORPHIC_TURN (0 to 5) says with which sixth the first begins, and `all` tries all.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass

import pytest

from retain_lint.fixes.apply import apply_fixes
from retain_lint.rules.base import all_rules
from retain_lint.rules.examples import Bad
from tests.differential.transformations import TRANSFORMATIONS, transform
from tests.rules.analysis import Reported, check_programs
from tests.semantics.cells import list_cells
from tests.truth.program_files import list_programs

#: how something is written shorter, judged on what stands beside it
STYLE = frozenset({"RTG203"})
#: of the ways to rewrite a program, and of fixes, every so many is tried; and with which the first program begins
SHARE = 6
TURN = os.environ.get("METAMORPHIC_TURN", "0")


@dataclass(frozen=True)
class Case:
    """A program and a way to rewrite it. `origins` gives the original line of each new one."""

    name: str
    program: str
    how: str
    text: str
    origins: dict[int, int]


def collect_programs() -> dict[str, str]:
    """The programs of articles, of measured facts and of the rules' own examples, by name."""
    found = {program.path.stem.replace(".", "_"): program.code for program in list_programs()}
    found |= {cell.name: cell.code for cell in list_cells() if not cell.number}
    for rule in all_rules():
        for number, example in enumerate(rule.examples):
            kind = "bad" if isinstance(example, Bad) else "good"
            found[f"{rule.code.lower()}_{number}_{kind}"] = example.code
    return found


PROGRAMS = collect_programs()


def is_tried(number: int) -> bool:
    """Is it the turn of this one?"""
    return TURN == "all" or (number + int(TURN)) % SHARE == 0


def collect_cases() -> list[Case]:
    cases = []
    for number, how in enumerate(TRANSFORMATIONS):
        for place, (name, code) in enumerate(PROGRAMS.items()):
            changed = transform(code, how) if is_tried(place + number) else None
            if changed is not None:
                cases.append(Case(f"{name}__{number}", name, how, *changed))
    return cases


CASES = collect_cases()

#: once there is no loop, its graph is not carried across iterations: the same call errs, under the other code
CODES = {"unroll a loop": {"RTG102": "RTG101"}}


@pytest.fixture(scope="module")
def found() -> dict[str, list[Reported]]:
    texts = PROGRAMS | {case.name: case.text for case in CASES}
    return check_programs(texts)


def places(reports: list[Reported], origins: dict[int, int] | None = None) -> set[tuple[int, str]]:
    """The findings, at the lines of the original."""
    return {
        (origins.get(report.line, 0) if origins else report.line, report.code)
        for report in reports
        if report.code not in STYLE
    }


@pytest.mark.parametrize("how", TRANSFORMATIONS)
def test_rewriting_changes_no_verdict(how: str, found: dict[str, list[Reported]]) -> None:
    codes = CODES.get(how, {})
    changed = {}
    for case in CASES:
        if case.how == how:
            carried = {report.line for report in found[case.name] if report.code == "RTG102"}
            before = {(line, code) for line, code in places(found[case.program])}
            after = places(found[case.name], case.origins)
            if not carried:
                before = {(line, codes.get(code, code)) for line, code in before}
            if before != after:
                changed[case.program] = f"gone {sorted(before - after)}, new {sorted(after - before)}"
    assert not changed


def test_every_rewriting_applies_to_many() -> None:
    counts = Counter(case.how for case in CASES)
    assert counts.keys() == TRANSFORMATIONS.keys() and min(counts.values()) >= 10, counts


@dataclass(frozen=True)
class Fixed:
    """A program after one of its findings' fixes."""

    name: str
    program: str
    finding: Reported
    text: str


@pytest.fixture(scope="module")
def fixed(found: dict[str, list[Reported]]) -> list[Fixed]:
    made = []
    for place, (program, code) in enumerate(PROGRAMS.items()):
        for number, finding in enumerate(found[program]):
            if finding.fix is not None and is_tried(place + number):
                text = apply_fixes(code, [finding.fix]).text
                made.append(Fixed(f"{program}__fixed_{number}", program, finding, text))
    return made


@pytest.fixture(scope="module")
def found_after(fixed: list[Fixed]) -> dict[str, list[Reported]]:
    return check_programs({each.name: each.text for each in fixed})


#: what may go with a finding, being another face of the same error: the retain or the call that the fix makes harmless, or
#: the gradients that its detach() keeps out
GOES_TOO = {"RTG301": {"RTG101", "RTG103"}, "RTG101": {"RTG301", "RTG302"}, "RTG201": {"RTG104"}}
#: what a fix makes needless, and `--fix` takes away in its turn: a retain whose second use a detach() has cut off; the history
#: of a running total, once what it hangs on is freed
COMES = {"RTG301": {"RTG201"}, "RTG302": {"RTG201"}, "RTG201": {"RTG204"}}


def test_a_fix_removes_just_its_finding(
    found: dict[str, list[Reported]], fixed: list[Fixed], found_after: dict[str, list[Reported]]
) -> None:
    wrong = {}
    for each in fixed:
        code = each.finding.code
        before = Counter(report.code for report in found[each.program] if report.code not in STYLE or code in STYLE)
        after = Counter(report.code for report in found_after[each.name] if report.code not in STYLE or code in STYLE)
        gone, new = before - after, after - before
        shorter = code in STYLE and not gone  # a chain of calls is one finding, and still is when two of them are one
        if (
            gone[code] != 1
            and not shorter
            or gone.keys() - {code} - GOES_TOO.get(code, set())
            or new.keys() - COMES.get(code, set())
        ):
            wrong[each.name] = f"{code} at {each.finding.line}: gone {gone}, new {new}"
    assert len(fixed) >= 80
    assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())
