"""Real programs with lines, tokens and syntax trees exchanged: nonsense that still looks like training code."""

from __future__ import annotations

import ast
import io
import random
import tokenize
from pathlib import Path

import hypothesmith
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.robustness.checking import ENDING, PRELUDE, check_text

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


@quickly
@given(sources, sources, seeds)
def test_mutated_lines(text: str, other: str, seed: int) -> None:
    chance = random.Random(seed)
    lines, strangers = text.splitlines(), other.splitlines()
    for _ in range(chance.randrange(1, 6)):
        here = chance.randrange(len(lines))
        lines[here : here + chance.randrange(3)] = chance.choices(
            [chance.choice(lines), chance.choice(strangers), "    " + lines[here], lines[here].lstrip()],
            k=chance.randrange(3),
        )
        lines = lines or [""]
    check_text(PRELUDE + "\n".join(lines) + ENDING)


@quickly
@given(sources, sources, seeds)
def test_mutated_tokens(text: str, other: str, seed: int) -> None:
    chance = random.Random(seed)
    tokens, strangers = list_tokens(text), list_tokens(other)
    for _ in range(chance.randrange(1, 4)):
        here = chance.randrange(len(tokens))
        tokens[here] = (tokens[here][0], chance.choice([*strangers, (0, "")])[1])
    check_text(PRELUDE + "".join(gap + word for gap, word in tokens) + ENDING)


def list_tokens(text: str) -> list[tuple[str, str]]:
    """The words of a text, each with what stands before it."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found, done = [], 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        start, end = (starts[row - 1] + column for row, column in (token.start, token.end))
        if token.string.strip() and done <= start < end:
            found.append((text[done:start], text[start:end]))
            done = end
    return found


class _Exchange(ast.NodeTransformer):
    """Puts expressions and statements of another program in place of some of a program's own."""

    def __init__(self, other: ast.AST, chance: random.Random) -> None:
        self.chance = chance
        self.expressions = [
            n
            for n in ast.walk(other)
            if isinstance(n, ast.expr) and isinstance(getattr(n, "ctx", None), (ast.Load, type(None)))
        ]
        self.statements = [n for n in ast.walk(other) if isinstance(n, ast.stmt)]

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, ast.expr) and isinstance(getattr(node, "ctx", None), (ast.Load, type(None))):
            if self.chance.random() < 0.04:
                return self.chance.choice(self.expressions)
        if isinstance(node, ast.stmt) and self.chance.random() < 0.06:
            return self.chance.choice(self.statements)
        return node


@quickly
@given(sources, sources, seeds)
def test_exchanged_subtrees(text: str, other: str, seed: int) -> None:
    tree = _Exchange(ast.parse(other), random.Random(seed)).visit(ast.parse(text))
    try:
        mutated = ast.unparse(ast.fix_missing_locations(tree))
    except (ValueError, TypeError, AttributeError, RecursionError):  # what ast itself cannot write
        return
    check_text(PRELUDE + mutated + ENDING)


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
