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
        ({}, "Nothing found in 0 files.\n"),
    ],
)
def test_what_was_not_checked_is_not_counted_as_clean(tmp_path: Path, files: dict[str, str], words: str) -> None:
    write_files(tmp_path, **files)
    assert run_lint("check", cwd=tmp_path).stderr.endswith(words)
