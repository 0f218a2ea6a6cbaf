"""The report for people, to the letter."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from retain_lint.diagnostic import Applicability, Confidence, Diagnostic, Fix, RelatedLocation
from retain_lint.reporters.style import Style
from retain_lint.reporters.text import render
from retain_lint.results.model import FileResult, ReportedDiagnostic, Results
from retain_lint.source import Location, Span


def render_one(diagnostic: Diagnostic, lines: dict[Location, str], *, coloured: bool = False) -> str:
    reported = ReportedDiagnostic(diagnostic, 1, lines)
    return render(Results((FileResult(Path("a.py"), (reported,)),)), Style(coloured))


def place(line: int, start: int, end: int, path: str = "a.py", cell: int | None = None) -> Location:
    return Location(path, Span(line, start, line, end), cell)


def test_places_in_one_file_share_a_snippet() -> None:
    here, near, far = place(12, 4, 7), place(11, 0, 3), place(2, 2, 5)
    related = (
        RelatedLocation("far", far),
        RelatedLocation("near", near),
        RelatedLocation("same line", place(12, 8, 9)),
    )
    fix = Fix(Applicability.SAFE, "Mend it", ())
    diagnostic = Diagnostic("RTG101", "a-name", "what", here, Confidence.DEFINITE, related, fix)
    diagnostic = replace(diagnostic, help="do that", notes=("one", "two"))
    lines = {here: "    abc d", near: "xyz", far: "  def", place(12, 8, 9): "    abc d"}
    assert render_one(diagnostic, lines) == dedent(
        """\
        RTG101 a-name: what
          --> a.py:12:5
           |
         2 |   def
           |   --- far
           ...
        11 | xyz
           | --- near
        12 |     abc d
           |     ^^^
           |         - same line
           = help: do that
           = note: one
           = note: two
           = fix: Mend it (--fix)

        """
    )


def test_what_is_said_of_one_place_is_said_at_once() -> None:
    here, other = place(2, 0, 1), place(1, 0, 1)
    related = (RelatedLocation("one", other), RelatedLocation("two", here), RelatedLocation("three", other))
    diagnostic = Diagnostic("RTG101", "n", "w", here, Confidence.DEFINITE, (*related, related[0]))
    assert render_one(diagnostic, {here: "y", other: "x"}).splitlines()[3:] == [
        "1 | x",
        "  | - one; three",
        "2 | y",
        "  | ^ two",
        "",
    ]


def test_places_in_other_files_and_cells_follow() -> None:
    here, other, cell = place(1, 0, 1), place(3, 0, 1, "b.py"), place(2, 0, 1, "n.ipynb", 4)
    related = (RelatedLocation("there", other), RelatedLocation("in a cell", cell))
    diagnostic = Diagnostic("RTG101", "a-name", "what", here, Confidence.DEFINITE, related)
    assert render_one(diagnostic, {here: "x", other: "y", cell: "z"}) == dedent(
        """\
        RTG101 a-name: what
         --> a.py:1:1
          |
        1 | x
          | ^
         ::: b.py:3:1
          |
        3 | y
          | - there
         ::: n.ipynb:cell 4:2:1
          |
        2 | z
          | - in a cell

        """
    )


@pytest.mark.parametrize(
    ("line", "start", "end", "shown", "carets"),
    [
        ("\tabc", 1, 4, "    abc", "    ^^^"),
        ("a\tbc", 2, 4, "a   bc", "    ^^"),
        ("日本 x", 3, 4, "日本 x", "     ^"),
        ("日本 x", 0, 2, "日本 x", "^^^^"),
        ("e\u0301 x", 3, 4, "e\u0301 x", "  ^"),
        ("x", 0, 0, "x", "^"),
        ("x  ", 0, 1, "x", "^"),
    ],
)
def test_carets_stand_under_what_they_mean(line: str, start: int, end: int, shown: str, carets: str) -> None:
    here = place(1, start, end)
    rows = render_one(Diagnostic("RTG101", "n", "w", here, Confidence.DEFINITE), {here: line}).splitlines()
    assert rows[3:5] == [f"1 | {shown}", f"  | {carets}"]


def test_a_span_of_several_lines_is_underlined_to_the_end_of_its_first() -> None:
    here = Location("a.py", Span(1, 4, 3, 1))
    rows = render_one(Diagnostic("RTG101", "n", "w", here, Confidence.DEFINITE), {here: "x = f(  "}).splitlines()
    assert rows[3:5] == ["1 | x = f(", "  |     ^^"]


def test_colours_change_no_character() -> None:
    here = place(1, 0, 1)
    fix = Fix(Applicability.DISPLAY_ONLY, "Mend it", ())
    related = (RelatedLocation("there", place(2, 0, 1)),)
    diagnostic = Diagnostic("RTG101", "n", "w", here, Confidence.CONDITIONAL, related, fix)
    plain = render_one(diagnostic, {here: "x"})
    coloured = render_one(diagnostic, {here: "x"}, coloured=True)
    assert coloured != plain

    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
