"""What every message and help text says of whole programs is short, and in words that readers of PyTorch's pages know."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import pytest

from retain_lint.rules.base import all_rules, list_documented
from retain_lint.rules.documentation import Documented
from retain_lint.rules.examples import Bad
from retain_lint.rules.wording import LONGEST
from tests.truth.program_files import FOLDER

OWN_WORDS = re.compile(
    r"re-enter|built anew|sent back\b|takes? in\b|thrown away|throws away|carried over|attached|detach\(\) what", re.I
)
QUOTED = re.compile(r"`[^`]*`")


@pytest.fixture(scope="module")
def entries(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    folder = tmp_path_factory.mktemp("vocabulary")
    examples = [example for rule in all_rules() for example in rule.examples if isinstance(example, Bad)]
    for number, example in enumerate(examples):
        (folder / f"example_{number}.py").write_text(example.code, encoding="utf-8")
    options = ["--select", "ALL", "--min-confidence", "conditional", "--isolated", "--output-format", "json"]
    command = [sys.executable, "-m", "retain_lint", "check", *options, str(folder), str(FOLDER)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 1, run.stderr
    found: list[dict[str, Any]] = json.loads(run.stdout)
    assert len(found) > len(examples)
    return found


def _texts(entry: dict[str, Any]) -> list[str]:
    related = [place["message"] for place in entry["related_locations"]]
    fix = entry.get("fix") or {}
    return [entry["message"], entry["help"], *entry["notes"], *related, fix.get("message") or ""]


def test_a_message_and_a_help_text_are_one_short_line(entries: list[dict[str, Any]]) -> None:
    lines = [line for entry in entries for line in (entry["message"], entry["help"])]
    assert [line for line in lines if len(line) > LONGEST or "\n" in line or line.endswith(".")] == []


def test_every_finding_says_what_to_do(entries: list[dict[str, Any]]) -> None:
    assert [entry["message"] for entry in entries if not entry["help"]] == []


def test_words_of_this_project_alone_are_not_used(entries: list[dict[str, Any]]) -> None:
    texts = [QUOTED.sub("", text) for entry in entries for text in _texts(entry)]
    assert [text for text in texts if OWN_WORDS.search(text)] == []


@pytest.mark.parametrize("rule", list_documented(), ids=lambda rule: rule.code)
def test_no_more_in_what_a_rule_explains(rule: Documented) -> None:
    assert OWN_WORDS.findall(QUOTED.sub("", rule.explain())) == []


def test_a_fix_that_retains_is_what_the_help_says(entries: list[dict[str, Any]]) -> None:
    """Never "sum the losses" above and retain_graph below, or the other way round."""
    fixed = [(entry["help"], (entry.get("fix") or {}).get("message") or "") for entry in entries]
    assert [pair for pair in fixed if "retain_graph=True" in pair[1] and "retain_graph=True" not in pair[0]] == []
    summing = [pair for pair in fixed if "sum" in QUOTED.sub("", pair[1]).lower()]
    assert summing
    assert [pair for pair in summing if "in place of both" not in pair[0]] == []
