"""`--output-file` and `--color`, and every format end to end, on files with hostile names and lines."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from retain_lint.configuration.keys import OUTPUT_FORMATS
from tests.commands import FREED, RETAINED, run_lint, write_files
from tests.reporters.samples import HOSTILE_LINE

#: what a file system lets a name be; the byte is no UTF-8
_NAME = b"a::b%,;]\x1b[31m<x>\n::error::forged\xff.py"
#: formats that name the file to the letter, since the reader opens it
_EXACT = ("github", "azure")


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    name = os.fsdecode(_NAME) if sys.platform == "linux" else "a;b%,].py"
    (tmp_path / name).write_text(f"{FREED}# {HOSTILE_LINE[:-1]}\n".replace("\x07", ""), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("output_format", OUTPUT_FORMATS)
def test_every_format_survives_hostile_names(hostile: Path, output_format: str) -> None:
    run = run_lint("check", "--output-format", output_format, cwd=hostile)
    assert run.returncode == 1 and "Traceback" not in run.stderr
    assert "\x1b" not in run.stderr
    assert "\x1b" not in run.stdout or output_format in _EXACT
    assert not any(line.startswith("::error::forged") for line in run.stdout.splitlines())


@pytest.mark.parametrize("output_format", OUTPUT_FORMATS)
def test_a_file_gets_what_stdout_would(tmp_path: Path, output_format: str) -> None:
    write_files(tmp_path, a=FREED, b=RETAINED, c="def f(:\n")
    printed = run_lint("check", "--output-format", output_format, cwd=tmp_path)
    written = run_lint("check", "--output-format", output_format, "-o", "out", cwd=tmp_path)
    assert (tmp_path / "out").read_text(encoding="utf-8") == printed.stdout != ""
    assert (written.stdout, written.stderr, written.returncode) == ("", printed.stderr, printed.returncode)


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    write_files(tmp_path, a=FREED)
    run = run_lint("check", "--output-file", "absent/out", cwd=tmp_path)
    assert run.returncode == 2 and run.stderr.startswith("retain-lint: --output-file: absent")


@pytest.mark.parametrize("output_format", ["text", "full", "concise", "grouped"])
def test_colour_on_demand(tmp_path: Path, output_format: str) -> None:
    write_files(tmp_path, a=FREED)
    options = ("check", "--output-format", output_format)
    always = run_lint(*options, "--color", "always", cwd=tmp_path, environment={"NO_COLOR": "1"})
    never = run_lint(*options, "--color", "never", cwd=tmp_path, environment={"FORCE_COLOR": "1"})
    forced = run_lint(*options, cwd=tmp_path, environment={"FORCE_COLOR": "1"})
    assert "\x1b[" in always.stdout and always.stdout == forced.stdout
    assert "\x1b" not in never.stdout


def test_machine_formats_have_no_colour(tmp_path: Path) -> None:
    write_files(tmp_path, a=FREED)
    run = run_lint("check", "--output-format", "json", "--color", "always", cwd=tmp_path)
    assert [finding["code"] for finding in json.loads(run.stdout)] == ["RTG101"]


def test_diffs_and_statistics_are_coloured(tmp_path: Path) -> None:
    write_files(tmp_path, b=RETAINED)
    for flag in ("--diff", "--statistics"):
        assert "\x1b[" in run_lint("check", flag, "--color", "always", cwd=tmp_path).stdout
        assert "\x1b" not in run_lint("check", flag, cwd=tmp_path).stdout
