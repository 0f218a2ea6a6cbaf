"""Applied fixes change their spans and leave everything else; what would collide is skipped whole."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from retain_lint.diagnostic import Applicability, Edit, Fix
from retain_lint.fixes.apply import apply_fixes
from retain_lint.source import Location, Span


def fix(*edits: tuple[int, int, int, int, str]) -> Fix:
    return Fix(
        Applicability.SAFE, "", tuple(Edit(content, Location("a.py", Span(*place))) for *place, content in edits)
    )


def test_one_fix() -> None:
    assert apply_fixes("ab\ncd\n", [fix((2, 0, 2, 1, "X"))]).text == "ab\nXd\n"


def test_fixes_apply_to_the_old_places() -> None:
    fixes = [fix((2, 1, 2, 2, "")), fix((1, 0, 1, 1, "longer\n"))]
    assert apply_fixes("ab\ncd\n", fixes).text == "longer\nb\nc\n"


def test_line_ends_are_kept() -> None:
    assert apply_fixes("ab\r\ncd\ref\n", [fix((3, 0, 3, 1, "X"))]).text == "ab\r\ncd\rXf\n"


def test_overlapping_fix_is_skipped_whole() -> None:
    first, second = fix((1, 0, 1, 3, "X")), fix((1, 2, 1, 4, "Y"), (1, 5, 1, 6, "Z"))
    applied = apply_fixes("abcdef", [first, second])
    assert applied == type(applied)("Xdef", (first,), (second,))


def test_two_insertions_at_one_place_collide() -> None:
    first, second = fix((1, 1, 1, 1, "X")), fix((1, 1, 1, 1, "Y"))
    assert apply_fixes("ab", [first, second]).skipped == (second,)


def test_insertion_inside_a_replacement_collides() -> None:
    first, second = fix((1, 0, 1, 3, "X")), fix((1, 1, 1, 1, "Y"))
    assert apply_fixes("abcd", [first, second]).skipped == (second,)


def test_neighbours_do_not_collide() -> None:
    assert apply_fixes("abcd", [fix((1, 2, 1, 4, "Y")), fix((1, 0, 1, 2, "X"))]).text == "XY"


def test_shared_edit_is_made_once() -> None:
    shared = (1, 1, 1, 1, ".detach()")
    applied = apply_fixes("x, y", [fix(shared), fix(shared, (1, 3, 1, 4, "z"))])
    assert applied.text == "x.detach(), z" and not applied.skipped


def test_fix_that_collides_with_itself_is_skipped() -> None:
    assert apply_fixes("abcd", [fix((1, 0, 1, 3, ""), (1, 2, 1, 4, ""))]).text == "abcd"


def test_place_outside_of_the_text_is_skipped() -> None:
    bad = fix((3, 0, 3, 1, "X"))
    assert apply_fixes("ab\n", [bad]).skipped == (bad,)


EDITS = st.tuples(st.integers(0, 40), st.integers(0, 6), st.text("XYZ\n", max_size=3))


@given(st.text("ab\n\r", max_size=40), st.lists(EDITS, max_size=6))
def test_text_outside_of_edits_is_kept(text: str, wanted: list[tuple[int, int, str]]) -> None:
    """Against the simplest correct way: replace from the last edit to the first."""
    chosen = [
        (start, min(start + length, len(text)), content) for start, length, content in wanted if start <= len(text)
    ]
    fixes = [fix((*position(text, start), *position(text, end), content)) for start, end, content in chosen]
    applied = apply_fixes(text, fixes)
    expected = text
    for start, end, content in sorted({chosen[fixes.index(done)] for done in applied.applied}, reverse=True):
        expected = expected[:start] + content + expected[end:]
    assert applied.text == expected
    assert len(applied.applied) + len(applied.skipped) == len(fixes)


def position(text: str, offset: int) -> tuple[int, int]:
    starts = [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))]
    line = max(index for index, start in enumerate(starts) if start <= offset)
    return line + 1, offset - starts[line]
