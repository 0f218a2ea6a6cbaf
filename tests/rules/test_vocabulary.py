"""What every message and help text says of whole programs is short, and in words that readers of PyTorch's pages know."""

from __future__ import annotations

import re

import pytest

from retain_lint.diagnostic import Diagnostic
from retain_lint.rules.base import all_rules, list_documented
from retain_lint.rules.documentation import Documented
from retain_lint.rules.examples import Bad
from retain_lint.rules.wording import LONGEST
from tests.rules.analysis import check_program
from tests.truth.program_files import list_programs

OWN_WORDS = re.compile(
    r"re-enter|built anew|sent back\b|takes? in\b|thrown away|throws away|carried over|attached|detach\(\) what", re.I
)
QUOTED = re.compile(r"`[^`]*`")


@pytest.fixture(scope="module")
def found() -> list[Diagnostic]:
    examples = [example.code for rule in all_rules() for example in rule.examples if isinstance(example, Bad)]
    programs = [*examples, *(program.code for program in list_programs())]
    reported = [one.diagnostic for code in programs for one in check_program(code).reported]
    assert len(reported) > len(examples)
    return reported


def _fix_of(diagnostic: Diagnostic) -> str:
    return diagnostic.fix.message if diagnostic.fix else ""


def _texts(diagnostic: Diagnostic) -> list[str]:
    related = [place.message for place in diagnostic.related_locations]
    return [diagnostic.message, diagnostic.help, *diagnostic.notes, *related, _fix_of(diagnostic)]


def test_a_message_and_a_help_text_are_one_short_line(found: list[Diagnostic]) -> None:
    lines = [line for one in found for line in (one.message, one.help)]
    assert [line for line in lines if len(line) > LONGEST or "\n" in line or line.endswith(".")] == []


def test_every_finding_says_what_to_do(found: list[Diagnostic]) -> None:
    assert [one.message for one in found if not one.help] == []


def test_words_of_this_project_alone_are_not_used(found: list[Diagnostic]) -> None:
    texts = [QUOTED.sub("", text) for one in found for text in _texts(one)]
    assert [text for text in texts if OWN_WORDS.search(text)] == []


@pytest.mark.parametrize("rule", list_documented(), ids=lambda rule: rule.code)
def test_no_more_in_what_a_rule_explains(rule: Documented) -> None:
    assert OWN_WORDS.findall(QUOTED.sub("", rule.explain())) == []


def test_a_fix_that_retains_is_what_the_help_says(found: list[Diagnostic]) -> None:
    """Never "sum the losses" above and retain_graph below, or the other way round."""
    fixed = [(one.help, _fix_of(one)) for one in found]
    assert [pair for pair in fixed if "retain_graph=True" in pair[1] and "retain_graph=True" not in pair[0]] == []
    summing = [pair for pair in fixed if "sum" in QUOTED.sub("", pair[1]).lower()]
    assert summing
    assert [pair for pair in summing if "in place of both" not in pair[0]] == []
