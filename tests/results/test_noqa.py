"""Comments that silence findings: flake8 itself is asked whether it would."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from retain_lint.results.noqa import read_suppressions


def ask_flake8(folder: Path, text: str, code: str) -> set[int]:
    """The lines on which flake8 reports `code`."""
    (folder / "case.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "flake8", "--isolated", "--select", code, "case.py"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return {int(line.split(":")[1]) for line in run.stdout.splitlines()}


COMMENTS = [
    "# noqa",
    "# NOQA",
    "#noqa",
    "# noqa : F821",
    "# noqa:F821",
    "# noqa: F821",
    "# noqa: F8",
    "# noqa: E501",
    "# noqa: E501,F821",
    "# noqa: E501, F821",
    "# noqa: E501 F821",
    "# noqa: some-name",
    "# type: ignore # noqa: F8",
    "# noqa:F821 because",
    "# noqa F821",
    "# no qa",
    "# flake8: noqa",
]


@pytest.mark.parametrize("comment", COMMENTS)
def test_line_comments_as_flake8_reads_them(tmp_path: Path, comment: str) -> None:
    text = f"undefined  {comment}\n"
    reported = ask_flake8(tmp_path, text, "F821")
    assert read_suppressions(text).silences("F821", 1) == (1 not in reported)


def test_lower_case_codes_silence_too() -> None:
    assert read_suppressions("x  # noqa: rtg201\n").silences("RTG201", 1)


@pytest.mark.parametrize(
    "text",
    [
        'undefined("""a\nb\n""")  # noqa\nother\n',
        'undefined(\n    """a\n    b""",  # noqa\n    other,\n)\n',
        "undefined + \\\n    other  # noqa\nthird\n",
        "undefined(\n    other,  # noqa\n    third,\n)\n",
        'f(undefined)  # noqa\n"""\n# noqa\n"""\n',
        "if undefined:\n    other  # noqa\n",
        "undefined(  # noqa\n    other)\n",
        "x = (undefined\n",
    ],
)
def test_lines_that_belong_together_as_flake8_joins_them(tmp_path: Path, text: str) -> None:
    reported = ask_flake8(tmp_path, text, "F821,E9")
    plain = ask_flake8(tmp_path, text.replace("noqa", "----"), "F821,E9")
    suppressions = read_suppressions(text)
    assert {line for line in plain if not suppressions.silences("F821", line)} == reported


@pytest.mark.parametrize(
    "comment", ["# flake8: noqa", "  # FLAKE8: NOQA", "# flake8=noqa", "#flake8: noqa", "x = 1  # flake8: noqa"]
)
def test_file_comments_as_flake8_reads_them(tmp_path: Path, comment: str) -> None:
    text = f"import os\n{comment.lstrip()}\nundefined\n"
    reported = ask_flake8(tmp_path, text, "F821")
    assert read_suppressions(text).silences("F821", 3) == (not reported)


def test_our_own_file_comment() -> None:
    everything = read_suppressions("# retain-lint: noqa\nx\n")
    assert everything.silences("RTG101", 2) and everything.silences("RTG304", 1)
    some = read_suppressions("# retain-lint: noqa: RTG2, RTG101\nx\n")
    assert [some.silences(code, 2) for code in ("RTG201", "RTG101", "RTG102")] == [True, True, False]


NAMES = {"unnecessary-retain-graph": "RTG201"}


@pytest.mark.parametrize(
    ("comment", "silenced"),
    [
        ("# retain-lint: noqa", {"RTG101", "RTG201"}),
        ("#retain-lint:noqa", {"RTG101", "RTG201"}),
        ("# retain-lint: noqa: RTG201", {"RTG201"}),
        ("# retain-lint: noqa: rtg2, RTG101", {"RTG101", "RTG201"}),
        ("# retain-lint: noqa: unnecessary-retain-graph", {"RTG201"}),
        ("# retain-lint: noqa: ALL", {"RTG101", "RTG201"}),
        ("# retain-lint: noqa: RTG201 because of the profiler", {"RTG201"}),
        ("# Retain-Lint: NoQA: RTG201", {"RTG201"}),
        ("# noqa: unnecessary-retain-graph", {"RTG201"}),
        ("# noqa: E501  # retain-lint: noqa: RTG201", {"RTG201"}),
        ("# noqa: RTG101  # retain-lint: noqa: RTG201", {"RTG101", "RTG201"}),
        ("# retain-lint: noqa: unnecessary", set()),
        ("# retain-lint: ignore[RTG201]", set()),
        ("# retain-lint is fine", set()),
    ],
)
def test_our_comments_on_a_line(comment: str, silenced: set[str]) -> None:
    suppressions = read_suppressions(f"x = 1  {comment}\ny = 2\n", NAMES)
    assert {code for code in ("RTG101", "RTG201") if suppressions.silences(code, 1)} == silenced
    assert not suppressions.silences("RTG201", 2)


def test_row_of_a_new_comment() -> None:
    suppressions = read_suppressions('f("""a\nb""")\ng(1,\n  2)\nh(1 + \\\n  2)\n')
    assert [suppressions.noqa_row(line) for line in (1, 3, 4, 5)] == [2, 3, 4, 6]


def test_line_ends_do_not_matter() -> None:
    for end in ("\n", "\r\n", "\r"):
        suppressions = read_suppressions(f"x{end}y  # noqa{end}z{end}")
        assert [suppressions.silences("RTG101", line) for line in (1, 2, 3)] == [False, True, False]


def test_text_that_cannot_be_tokenised() -> None:
    assert read_suppressions("x = (1,  # noqa\n").silences("RTG101", 1)
