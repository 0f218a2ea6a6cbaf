"""The programs that articles argue about, through the whole program: what is reported is what their marks expect."""

from __future__ import annotations

import pytest

from retain_lint.diagnostic import Applicability
from retain_lint.fixes.apply import apply_fixes
from tests.rules.analysis import Reported, check_programs
from tests.truth.execution import run_program
from tests.truth.program_files import Program, list_programs

PROGRAMS = list_programs()
every_program = pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.path.stem)


@pytest.fixture(scope="module")
def found() -> dict[str, list[Reported]]:
    programs = {program.path.stem.replace(".", "_"): program.code for program in PROGRAMS}
    return check_programs(programs)


@every_program
def test_reported_as_marked(program: Program, found: dict[str, list[Reported]]) -> None:
    reported = {(report.line, report.code) for report in found[program.path.stem.replace(".", "_")]}
    style = {(line, code) for line, code in reported if code == "RTG203"}  # may stand beside any other finding
    assert reported - program.allowed - (style - program.expected) == program.expected


@every_program
def test_fixed_program_runs(program: Program, found: dict[str, list[Reported]]) -> None:
    """Each fix alone keeps the program parsing, and asks nothing of a value that it has not; all SAFE ones together change no
    parameter's end value."""
    fixes = [report.fix for report in found[program.path.stem.replace(".", "_")] if report.fix]
    safe = [fix for fix in fixes if fix.applicability is Applicability.SAFE]
    for fix in fixes:
        fixed = apply_fixes(program.code, [fix]).text
        compile(fixed, program.path.name, "exec")
        assert "has no attribute" not in (run_program(fixed).error or "")
    before, after = run_program(program.code), run_program(apply_fixes(program.code, safe).text)
    if before.error is None:
        assert after.error is None and after.parameters == before.parameters


def test_one_detach_cures_the_call_that_frees_and_the_one_that_raises(found: dict[str, list[Reported]]) -> None:
    (program,) = [program for program in PROGRAMS if program.path.stem == "c05_gan_not_detached"]
    (fix,) = [report.fix for report in found[program.path.stem] if report.code == "RTG101"]
    assert fix is not None
    cured = apply_fixes(program.code, [fix]).text
    assert "D(fake.detach())" in cured and run_program(cured).error is None
