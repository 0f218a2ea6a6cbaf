"""`--output-file` and `--color`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from retain_lint.configuration.keys import OUTPUT_FORMATS
from tests.commands import FREED, RETAINED, run_lint, write_files


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
