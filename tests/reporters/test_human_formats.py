"""What people read: no name or line of a file can forge a line or move the cursor; colours change no character."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from retain_lint.reporters import concise, grouped, pylint, text
from retain_lint.reporters.diff import paint_diff
from retain_lint.reporters.statistics import render_statistics
from retain_lint.reporters.style import Style
from retain_lint.reporters.visible import make_visible
from retain_lint.results.model import Results
from tests.reporters.samples import HOSTILE, HOSTILE_LINE, HOSTILE_RESULTS, make_results

PLAIN, COLOURED = Style(False), Style(True)
DIFF = "--- a\n+++ a\n@@ -1 +1 @@\n-x\r\n+y\r\n z\n"
RENDERERS = [
    text.render,
    concise.render,
    grouped.render,
    lambda results, style: pylint.render(results),
    lambda results, style: render_statistics(results, "text", style),
]


def strip(coloured: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", coloured)


@pytest.mark.parametrize("render", RENDERERS)
def test_hostile_names_are_shown(render: Callable[[Results, Style], str]) -> None:
    shown, usual = render(HOSTILE_RESULTS, PLAIN), render(make_results(), PLAIN)
    assert shown.count("\n") == usual.count("\n")
    assert all(character.isprintable() or character == "\n" for character in shown)


@pytest.mark.parametrize("render", RENDERERS[:3])
def test_colours_change_no_character(render: Callable[[Results, Style], str]) -> None:
    plain, coloured = (render(make_results(), style) for style in (PLAIN, COLOURED))
    assert strip(coloured) == plain != coloured


def test_a_diff_keeps_its_characters() -> None:
    assert paint_diff(DIFF, PLAIN) == DIFF == strip(paint_diff(DIFF, COLOURED))
    assert paint_diff(DIFF, COLOURED).count("\x1b[0m") == 5


def test_grouped() -> None:
    results = Results((*make_results().files, *make_results("n.ipynb", cell=2).files))
    assert grouped.render(results, PLAIN) == (
        "a.py:\n  3:5 RTG101 `loss` is freed (help: use `loss`)\n\n"
        "n.ipynb:\n  cell 2:3:5 RTG101 `loss` is freed (help: use `loss`)\n\n"
    )


def test_pylint() -> None:
    assert pylint.render(make_results()) == "a.py:3: [RTG101] `loss` is freed (help: use `loss`)\n"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("a\tb é 日本", "a\tb é 日本"),
        ("\x1b[31m\r\n\0", "\u241b[31m\u240d\u240a\u2400"),
        ("\x7f\x9b\u202e\ud800\u2028", "\u2421\ufffd\ufffd\ufffd\ufffd"),
    ],
)
def test_visible(said: str, shown: str) -> None:
    assert make_visible(said) == shown and len(shown) == len(said)


def test_the_samples_are_hostile() -> None:
    assert make_visible(HOSTILE) != HOSTILE and make_visible(HOSTILE_LINE) != HOSTILE_LINE
