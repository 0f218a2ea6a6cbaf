"""Real programs with lines, tokens and syntax trees exchanged: nonsense that still looks like training code."""

from __future__ import annotations

import random
import re
from pathlib import Path

import hypothesmith
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.robustness.checking import ENDING, PRELUDE, check_text
from tests.robustness.mutators import MEANING, SPELLING, UNUSABLE, Mutator
from tests.robustness.odd_python import ODD_STATEMENTS, WRAPPED_EXPRESSIONS, WRAPPED_STATEMENTS

ROOT = Path(__file__).parent.parent.parent
#: the shipped examples, the programs of articles, a few of the package's own files and of the tests'
SOURCES = [
    path.read_text(encoding="utf-8")
    for folder in ("examples", "tests/truth/programs", "retain_lint/domain", "tests/truth", "retain_lint/fixes")
    for path in sorted((ROOT / folder).glob("*.py"))
]
quickly = settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
sources = st.sampled_from(SOURCES)
seeds = st.integers(0, 2**32)


def test_there_are_sources() -> None:
    assert len(SOURCES) > 40 and all(check_text(PRELUDE + text + ENDING).errors == () for text in SOURCES[:8])


@pytest.mark.parametrize("mutator", [*dict.fromkeys(MEANING), *SPELLING], ids=lambda mutator: mutator.__name__)
@settings(quickly, max_examples=30)
@given(text=sources, other=sources, seed=seeds)
def test_mutated_programs(mutator: Mutator, text: str, other: str, seed: int) -> None:
    try:
        mutated = mutator(text, other, random.Random(seed))
    except UNUSABLE:
        return
    check_text(PRELUDE + mutated + ENDING)


@pytest.mark.parametrize("template", [*ODD_STATEMENTS, *WRAPPED_STATEMENTS, *WRAPPED_EXPRESSIONS])
def test_odd_python(template: str) -> None:
    words = re.split(r"\b(HOLE|[ABC])\b", template)
    for names in (
        {"A": "net", "B": "loss", "C": "x"},
        {"A": "loss", "B": "net", "C": "opt"},
        {"A": "x", "B": "x", "C": "x"},
    ):
        program = "".join({"HOLE": "opt", **names}.get(word, word) for word in words)
        check_text(PRELUDE + program + ENDING)


@settings(quickly, max_examples=25)
@given(hypothesmith.from_grammar())
def test_text_of_the_grammar(text: str) -> None:
    check_text(text + "\n" + PRELUDE + ENDING)


@settings(quickly, max_examples=15)
@given(hypothesmith.from_node())
def test_generated_trees(text: str) -> None:
    check_text(PRELUDE + text + ENDING)


@pytest.mark.parametrize("text", ["\x00", "\ufeff", "\u2028x", "\x0c\n", "\\", "\ud800", "é = 1", "x = '\N{BELL}'"])
def test_odd_characters(text: str) -> None:
    check_text(PRELUDE + text + ENDING)
