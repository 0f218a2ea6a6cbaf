"""The source lines that are shown around a place."""

from __future__ import annotations

import pytest

from retain_lint.frontend.text import SourceText
from retain_lint.results.excerpts import read_surroundings
from retain_lint.source import Location, Span


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_no_line_follows_the_last_one(end: str) -> None:
    source = SourceText("a.py", "one\ntwo\nthree\nfour\nfive" + end)
    lines = read_surroundings(source, Location("a.py", Span(4, 0, 4, 1)))
    assert [(line.row, text) for line, text in lines.items()] == [(2, "two"), (3, "three"), (4, "four"), (5, "five")]
