"""The verdicts of engine calls, held against torch: what is said to raise raises, what is said to be needed is."""

from __future__ import annotations

import re

import pytest

from retain_lint.domain.call_site import CallSite
from retain_lint.domain.call_verdict import CallVerdict, Verdict
from retain_lint.results.model import FileResult
from retain_lint.rules.base import all_rules
from retain_lint.rules.examples import Bad, Good
from tests.rules.analysis import check_program
from tests.truth.execution import Run, run_program
from tests.truth.program_files import list_programs

#: calls of the engine that are written as such; others are made by code that is handed a tensor's `backward`
WRITTEN = re.compile(r"\bbackward\(|\bgrad\(")
#: torch computes a wrong gradient, and says nothing
SILENT = frozenset(
    f"{rule.code} {example.title}"
    for rule in all_rules()
    for example in rule.examples
    if rule.code == "RTG103" and isinstance(example, Bad) and example.raises is None
)
VERDICTS = {
    "RTG101": Verdict.RAISES,
    "RTG102": Verdict.RAISES,
    "RTG103": Verdict.STALE,
    "RTG104": Verdict.RAISES,
    "RTG201": Verdict.UNNECESSARY,
    "RTG202": Verdict.REDUNDANT,
    "RTG203": Verdict.NEEDED,
    "RTG301": Verdict.WASTED,
    "RTG302": Verdict.LEAKS,
}
EXAMPLES = {
    f"{rule.code} {example.title}": example.code
    for rule in all_rules()
    for example in rule.examples
    if isinstance(example, (Bad, Good))
}
PROGRAMS = {program.path.stem: program.code for program in list_programs()} | EXAMPLES
#: in these programs every call is decided, though none is found fault with
DECIDED = ("c363_data_beside_a_graph",)
every_program = pytest.mark.parametrize("name", PROGRAMS)


@pytest.fixture
def checked(name: str) -> FileResult:
    return check_program(PROGRAMS[name])


@pytest.fixture
def ran(name: str) -> Run:
    return run_program(PROGRAMS[name])


def line_of(site: CallSite) -> int:
    return site.location.span.start_line


def lines_of(site: CallSite) -> range:
    return range(line_of(site), site.location.span.end_line + 1)


@every_program
def test_every_call_of_the_engine_has_a_verdict(name: str, checked: FileResult, ran: Run) -> None:
    listed = {line for verdict in checked.calls for line in lines_of(verdict.site)}
    text = PROGRAMS[name].splitlines()
    for call in ran.calls:
        if WRITTEN.search(text[call.line - 1]):
            assert call.line in listed


@every_program
def test_what_is_sure_to_raise_raises(name: str, checked: FileResult, ran: Run) -> None:
    kinds = {Verdict.RAISES} if name in SILENT else {Verdict.RAISES, Verdict.STALE}
    raising = [verdict.site for verdict in checked.calls if kinds & set(verdict.verdicts) and verdict.certain]
    if raising:
        assert ran.error_line in {line for site in raising for line in lines_of(site)}


@every_program
def test_what_is_fine_does_not_raise(name: str, checked: FileResult, ran: Run) -> None:
    if ran.error_line is not None:
        for verdict in checked.calls:
            assert verdict.verdicts != (Verdict.FINE,) or ran.error_line not in lines_of(verdict.site)


@every_program
def test_what_is_needed_is_needed(name: str, checked: FileResult, ran: Run) -> None:
    retained = {line for call in ran.calls if call.retain for line in call.lines}
    for verdict in checked.calls:
        if Verdict.NEEDED in verdict.verdicts and line_of(verdict.site) in retained:
            dropped = run_program(PROGRAMS[name], drop_retain=line_of(verdict.site))
            assert dropped.error is not None, f"{verdict.site.text} is needed by nothing"


@every_program
def test_a_retaining_call_is_never_merely_fine(name: str, checked: FileResult, ran: Run) -> None:
    retained = {call.line for call in ran.calls if call.retain}
    for verdict in checked.calls:
        if "retain_graph=True" in verdict.site.text and line_of(verdict.site) in retained:
            assert verdict.verdicts != (Verdict.FINE,)


@every_program
def test_a_finding_and_the_verdict_of_its_call_agree(name: str, checked: FileResult) -> None:
    verdicts: dict[object, CallVerdict] = {verdict.site.location: verdict for verdict in checked.calls}
    for reported in checked.reported:
        diagnostic = reported.diagnostic
        if diagnostic.code in VERDICTS:
            assert VERDICTS[diagnostic.code] in verdicts[diagnostic.location].verdicts


@pytest.mark.parametrize("name", DECIDED)
def test_nothing_is_left_undecided(name: str, checked: FileResult) -> None:
    assert [verdict.verdicts for verdict in checked.calls if not verdict.decided] == []
    assert checked.calls
