"""Every rule is well named, documented in all sections, and its page is up to date."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from retain_lint.rules.base import all_rules, list_documented
from retain_lint.rules.documentation import SECTIONS, Documented
from retain_lint.rules.examples import Bad

ROOT = Path(__file__).resolve().parents[2]
RULES = list_documented()
every_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)


def test_rules_are_found_in_order() -> None:
    codes = [rule.code for rule in RULES]
    assert codes == [*(f"RTG{group}0{number}" for group in (1, 2, 3) for number in (1, 2, 3, 4)), "RTG900", "RTG901"]
    assert codes[:-2] == [rule.code for rule in all_rules()]


def test_codes_and_names_are_unique() -> None:
    assert len({rule.code for rule in RULES}) == len({rule.name for rule in RULES}) == len(RULES)


@every_rule
def test_code_and_name_are_well_formed(rule: Documented) -> None:
    assert re.fullmatch(r"RTG\d{3}", rule.code)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+", rule.name)


@every_rule
def test_file_and_class_bear_the_name(rule: Documented) -> None:
    cls = type(rule)
    assert cls.__module__ == f"retain_lint.rules.{rule.name.replace('-', '_')}"
    assert cls.__name__.lower() == rule.name.replace("-", "")


@every_rule
def test_sections(rule: Documented) -> None:
    headings = re.findall(r"^## (.*)$", rule.explain(), re.MULTILINE)
    assert tuple(headings) == SECTIONS
    assert all(rule.sections()[heading] for heading in SECTIONS if heading not in ("Example", "Use instead"))


@every_rule
def test_documented_programs_parse_and_differ(rule: Documented) -> None:
    bad, good = re.findall(r"```python\n(.*?)```", rule.explain(), re.DOTALL)
    assert f"# {rule.code} is reported here\n" in bad and "reported here" not in good
    assert not re.search("# (error|note)", bad + good)
    assert ast.parse(bad) and ast.parse(good) and bad.rstrip() != good.rstrip()


@every_rule
def test_first_example_is_a_bad_one_set_right(rule: Documented) -> None:
    first = rule.examples[0]
    assert isinstance(first, Bad) and first.fixed
    assert len(rule.examples) > 1
    assert len({example.title for example in rule.examples}) == len(rule.examples)


@every_rule
def test_fix_safety_says_what_the_examples_show(rule: Documented) -> None:
    shown = {bad.applicability.name for bad in rule.examples if isinstance(bad, Bad) and bad.applicability}
    first_word = rule.sections()["Fix safety"].split()[0].strip(":,.").lower()
    words = {
        "safe": {"SAFE"},
        "mostly": {"SAFE", "UNSAFE"},
        "unsafe": {"UNSAFE"},
        "shown": {"DISPLAY_ONLY"},
        "there": set[str](),
    }
    assert words[first_word] == shown


@every_rule
def test_default_is_documented(rule: Documented) -> None:
    assert rule.default or "Off by default" in rule.sections()["What it does"]


def test_pages_are_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "tools" / "gen_rule_docs.py"), "--check"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env={"PYTHONPATH": str(ROOT)})
    assert (run.stdout, run.stderr, run.returncode) == ("", "", 0)
