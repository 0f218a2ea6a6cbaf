"""The formats of GitHub Actions and Azure Pipelines, read back as their runners read them."""

from __future__ import annotations

import re

import pytest

from retain_lint.reporters import azure, github
from retain_lint.reporters.visible import make_visible
from tests.reporters.samples import HOSTILE, HOSTILE_RESULTS, make_failure, make_results

_GITHUB = re.compile(r"::(?P<command>\w+) (?P<properties>[^:]*)::(?P<data>.*)")
#: what the formats have no escape for is shown, not sent
SHOWN = re.sub("[^\r\n]+", lambda match: make_visible(match[0]), HOSTILE)
_AZURE = re.compile(r"##vso\[task\.logissue (?P<properties>[^\]]*)\](?P<data>.*)")


def unescape(text: str, codes: dict[str, str]) -> str:
    for code, character in codes.items():  # the percent sign last, as the runners do
        text = text.replace(code, character)
    return text


def read_github(line: str) -> tuple[str, dict[str, str], str]:
    """What actions/runner makes of a line: ActionCommand.TryParseV2."""
    match = _GITHUB.fullmatch(line)
    assert match, line
    data = {"%0D": "\r", "%0A": "\n", "%25": "%"}
    pairs = (item.split("=", 1) for item in match["properties"].split(","))
    properties = {key: unescape(value, {"%3A": ":", "%2C": ",", **data}) for key, value in pairs}
    return match["command"], properties, unescape(match["data"], data)


def read_azure(line: str) -> tuple[dict[str, str], str]:
    """What the agent makes of a line: Command.TryParse."""
    match = _AZURE.fullmatch(line)
    assert match, line
    data = {"%0D": "\r", "%0A": "\n", "%AZP25": "%"}
    pairs = (item.split("=", 1) for item in match["properties"].strip(";").split(";"))
    return {key: unescape(value, {"%3B": ";", "%5D": "]", **data}) for key, value in pairs}, unescape(
        match["data"], data
    )


def test_github() -> None:
    (line,) = github.render(make_results()).splitlines()
    assert read_github(line) == (
        "error",
        {"title": "retain-lint (RTG101)", "file": "a.py", "line": "3", "col": "5", "endLine": "3", "endColumn": "20"},
        "`loss` is freed\nhelp: use `loss`",
    )


def test_azure() -> None:
    (line,) = azure.render(make_results()).splitlines()
    assert read_azure(line) == (
        {"type": "error", "sourcepath": "a.py", "linenumber": "3", "columnnumber": "5", "code": "RTG101"},
        "`loss` is freed (help: use `loss`)",
    )


def test_hostile_names_forge_no_command() -> None:
    (line,) = github.render(HOSTILE_RESULTS).splitlines()
    assert read_github(line)[1]["file"] == SHOWN
    (line,) = azure.render(HOSTILE_RESULTS).splitlines()
    assert read_azure(line)[0]["sourcepath"] == SHOWN


@pytest.mark.parametrize("render", [github.render, azure.render])
def test_a_cell_is_named_in_the_message(render: object) -> None:
    assert callable(render)
    text = render(make_results("n.ipynb", cell=2))
    assert "cell 2:3:5: `loss` is freed" in text and ("line=1," in text or "linenumber=1;" in text)


def test_a_file_that_cannot_be_parsed_is_an_error() -> None:
    assert github.render(make_failure()).startswith("::error title=retain-lint (invalid-syntax),file=b.py,line=7,")
    assert "linenumber=7;columnnumber=5;code=invalid-syntax;]bad\n" in azure.render(make_failure())
