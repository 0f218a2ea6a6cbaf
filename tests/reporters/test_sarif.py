"""The SARIF report: read by a typed model of SARIF 2.1.0, which must lose nothing of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from sarif_pydantic import Sarif

from retain_lint.reporters.sarif import render
from retain_lint.results.model import Results
from retain_lint.rules.base import list_documented
from tests.commands import FREED, RETAINED, run_lint, write_files
from tests.reporters.samples import HOSTILE, HOSTILE_RESULTS, make_failure, make_results


def read(text: str) -> dict[str, Any]:
    """The only run of a report."""
    report = json.loads(text)
    model = Sarif.model_validate(report)
    assert json.loads(model.model_dump_json(by_alias=True, exclude_none=True)) == report
    (run,) = report["runs"]
    assert isinstance(run, dict)
    return run


def read_result(results: Results) -> dict[str, Any]:
    (result,) = read(render(results))["results"]
    assert isinstance(result, dict)
    return result


def test_the_rules_are_described() -> None:
    run = read(render(make_results()))
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [rule.code for rule in list_documented()]
    assert rules[run["results"][0]["ruleIndex"]]["id"] == "RTG101"
    assert {rule["defaultConfiguration"]["level"] for rule in rules} == {"error", "warning"}


def test_a_finding() -> None:
    result = read_result(make_results())
    assert (result["ruleId"], result["level"]) == ("RTG101", "error")
    assert result["message"]["text"] == "`loss` is freed.\nHelp: use `loss`.\nNote: assumes this.\nNote: and that."
    physical = result["locations"][0]["physicalLocation"]
    assert physical["artifactLocation"] == {"uri": "a.py", "uriBaseId": "%SRCROOT%"}
    assert physical["region"] == {
        "startLine": 3,
        "startColumn": 5,
        "endLine": 3,
        "endColumn": 20,
        "snippet": {"text": "é = loss.backward()"},
    }


def test_the_path_is_a_code_flow_that_ends_at_the_finding() -> None:
    (flow,) = read_result(make_results())["codeFlows"]
    steps = [step["location"] for step in flow["threadFlows"][0]["locations"]]
    assert [step["message"]["text"] for step in steps] == ["freed here", "`loss` is freed"]
    assert [step["physicalLocation"]["region"]["startLine"] for step in steps] == [2, 3]


@pytest.mark.parametrize("program", [FREED, RETAINED])
def test_the_fixes_are_ours(tmp_path: Path, program: str) -> None:
    text = program.replace("loss", "verlust_größe")
    write_files(tmp_path, a=text)
    (result,) = read(run_lint("check", "--output-format", "sarif", cwd=tmp_path).stdout)["results"]
    ((change,),) = (fix["artifactChanges"] for fix in result["fixes"])
    lines = text.splitlines(keepends=True)
    for replacement in sorted(change["replacements"], key=lambda item: -item["deletedRegion"]["startColumn"]):
        region = replacement["deletedRegion"]
        assert region["startLine"] == region["endLine"]
        line = lines[region["startLine"] - 1]
        before, after = line[: region["startColumn"] - 1], line[region["endColumn"] - 1 :]
        lines[region["startLine"] - 1] = before + replacement["insertedContent"]["text"] + after
    assert run_lint("check", "--fix", "--unsafe-fixes", cwd=tmp_path).returncode == 0
    assert "".join(lines) == (tmp_path / "a.py").read_text(encoding="utf-8") != text


def test_places_in_cells_are_named() -> None:
    (place,) = read_result(make_results("n.ipynb", cell=2))["locations"]
    assert place["logicalLocations"] == [{"fullyQualifiedName": "cell 2, line 3"}]
    assert "region" not in place["physicalLocation"]


def test_a_file_that_cannot_be_parsed() -> None:
    run = read(render(make_failure()))
    assert run["invocations"] == [{"executionSuccessful": False}]
    assert [result["ruleId"] for result in run["results"]] == ["invalid-syntax"]


def test_hostile_names_are_valid_uris() -> None:
    place = read_result(HOSTILE_RESULTS)["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place["uri"].isascii() and not set(place["uri"]) & set(' <>"\n\x1b') and unquote(place["uri"]) == HOSTILE
