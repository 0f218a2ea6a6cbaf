"""The JUnit report, read by junitparser."""

from __future__ import annotations

from junitparser import Error, Failure, JUnitXml, TestSuite

from retain_lint.reporters.junit import render
from retain_lint.reporters.visible import make_visible
from retain_lint.results.model import FileResult, Results
from tests.reporters.samples import HOSTILE, HOSTILE_RESULTS, make_failure, make_results


def read(results: Results) -> list[TestSuite]:
    """The suites; the totals that the report gives are those of its cases."""
    report = JUnitXml.fromstring(render(results).encode())
    said = (report.tests, report.failures, report.errors, report.skipped)
    report.update_statistics()
    assert said == (report.tests, report.failures, report.errors, report.skipped)
    return list(report)


def test_findings_fail_and_clean_files_pass() -> None:
    clean = FileResult(make_results("clean.py").files[0].path)
    results = Results((*make_results().files, clean, *make_failure().files))
    found, passed, broken = read(results)
    assert [suite.name for suite in (found, passed, broken)] == ["a.py", "clean.py", "b.py"]
    (case,) = found
    assert (case.name, case.classname) == ("RTG101 backward-through-freed-graph", "a.py")
    (failure,) = case.result
    assert isinstance(failure, Failure) and (failure.message, failure.type) == ("`loss` is freed", "error")
    assert failure.text == "a.py:3:5: `loss` is freed\nhelp: use `loss`\nassumes this\nand that"
    assert [case.is_passed for case in passed] == [True]
    assert [isinstance(result, Error) for case in broken for result in case.result] == [True]


def test_hostile_names_are_text() -> None:
    (suite,) = read(HOSTILE_RESULTS)
    assert suite.name == make_visible(HOSTILE) and len(list(suite)) == 1
