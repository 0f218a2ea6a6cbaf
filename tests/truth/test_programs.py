"""The programs under torch: each line errs just as its mark says, and no other does."""

from __future__ import annotations

import pytest

from retain_lint.rules.examples import Waste
from tests.truth.execution import run_program
from tests.truth.measures import MEASURES
from tests.truth.program_files import Program, list_programs

MESSAGES = {
    "RTG101": "Trying to backward through the graph a second time",
    "RTG102": "Trying to backward through the graph a second time",
    "RTG103": "modified by an inplace operation",
    "RTG104": "unexpected keyword argument 'retain_variables'",
}
WASTES = {
    "RTG201": Waste.RETAINED,
    "RTG203": Waste.SEPARATE_PASSES,
    "RTG301": Waste.DISCARDED,
    "RTG302": Waste.LEAKED,
    "RTG303": Waste.IDLE_STEP,
    "RTG304": Waste.REPEATED,
}
PROGRAMS = list_programs()
WASTED = [(program, line, code) for program in PROGRAMS for line, code in sorted(program.expected) if code in WASTES]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.path.stem)
def test_program_raises_where_it_is_marked_and_nowhere_else(program: Program) -> None:
    run = run_program(program.code)
    raising = {(line, code) for line, code in program.expected if code in MESSAGES}
    if run.error is None:
        assert not raising
    else:
        ((line, code),) = raising
        assert run.error_line == line, run.error
        assert MESSAGES[code] in run.error


@pytest.mark.parametrize(
    "program,line,code", WASTED, ids=lambda value: value.path.stem if isinstance(value, Program) else str(value)
)
def test_marked_line_wastes(program: Program, line: int, code: str) -> None:
    fixed = "" if code == "RTG201" else program.fixed
    MEASURES[WASTES[code]](program.code, line, fixed)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.path.stem)
def test_every_other_retain_is_needed(program: Program) -> None:
    marked = {line for line, code in program.expected if code == "RTG201"}
    calls = run_program(program.code).calls
    for line in {call.line for call in calls if call.retain and marked.isdisjoint(call.lines)}:
        dropped = run_program(program.code, drop_retain=line)
        assert dropped.error is not None and MESSAGES["RTG101"] in dropped.error


def test_every_kind_of_mark_is_checked() -> None:
    codes = {code for program in PROGRAMS for _, code in program.expected}
    assert codes <= MESSAGES.keys() | WASTES.keys()
    assert len(PROGRAMS) > 20
