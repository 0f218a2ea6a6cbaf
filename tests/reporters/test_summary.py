"""The last words of a run, where files are broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands import CLEAN, FREED, run_lint, write_files

BROKEN = "import torch\ndef f(:\n"


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"a": BROKEN}, "No file could be checked wholly.\n"),
        ({"a": BROKEN, "b": CLEAN}, "Nothing found in 1 file.\nNot checked, or not all of it: 1 file.\n"),
        ({"a": BROKEN, "b": FREED}, "with `--fix --unsafe-fixes`.\nNot checked, or not all of it: 1 file.\n"),
        ({}, "No file was checked.\n"),
    ],
)
def test_what_was_not_checked_is_not_counted_as_clean(tmp_path: Path, files: dict[str, str], words: str) -> None:
    write_files(tmp_path, **files)
    assert run_lint("check", cwd=tmp_path).stderr.endswith(words)


def test_statistics_are_told_in_words(tmp_path: Path) -> None:
    """As `retain-lint calls` says them; programs get the names as they are."""
    write_files(tmp_path, a=FREED, b="from elsewhere import run\n\nloss = run()\nloss.backward()\nloss.backward()\n")
    lines = run_lint("check", "--statistics", cwd=tmp_path).stdout.splitlines()
    told = [line.strip() for line in lines if "(" in line]
    assert any(line.endswith("(instructions run)") for line in told)
    assert not any("budget cuts" in line for line in told)
    assert '"instructions"' in run_lint("check", "--statistics", "--output-format", "json", cwd=tmp_path).stdout
