"""What a run must not import: the lowering and the interpreter cost more than most runs take."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.commands import CLEAN, FREED, RETAINED, write_files

_HEAVY = (
    "libcst",
    "retain_lint.interpreter",
    "retain_lint.frontend.lower",
    "retain_lint.reporters.json",
    "retain_lint.reporters.junit",
    "retain_lint.reporters.sarif",
    "concurrent.futures",
    "pathspec",
    "pygls",
    "torch",
    "watchfiles",
    "xml",
)


def list_heavy_imports(folder: Path, *arguments: str, among: Sequence[str] = _HEAVY) -> list[str]:
    """Which of the heavy modules a run of the command line has imported."""
    run = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "retain_lint", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    imported = {line.rsplit("|", 1)[-1].strip() for line in run.stderr.splitlines() if line.startswith("import time:")}
    assert "retain_lint.cli.main" in imported
    return [name for name in among if name in imported]


@pytest.mark.parametrize("arguments", [["--version"], ["explain", "RTG101"], ["rules"], ["check", "--show-files"]])
def test_commands_that_analyse_nothing(tmp_path: Path, arguments: list[str]) -> None:
    write_files(tmp_path, retained=RETAINED)
    assert list_heavy_imports(tmp_path, *arguments) == []


def test_files_that_the_prefilter_rejects(tmp_path: Path) -> None:
    write_files(tmp_path, one="import torch\n\nx = torch.ones(2)\n", two="print('hello')\n")
    assert list_heavy_imports(tmp_path, "check") == []


@pytest.mark.parametrize("text", [CLEAN, FREED])
def test_files_that_were_checked_before(tmp_path: Path, text: str) -> None:
    write_files(tmp_path, a=text)
    assert "retain_lint.frontend.lower" in list_heavy_imports(tmp_path, "check", "--exit-zero")
    assert list_heavy_imports(tmp_path, "check", "--exit-zero") == []


def test_what_a_run_that_finds_and_changes_nothing_does_without(tmp_path: Path) -> None:
    write_files(tmp_path, a=CLEAN)
    list_heavy_imports(tmp_path, "check")
    needless = (
        "retain_lint.fixing",
        "retain_lint.rules",
        "retain_lint.fixes",
        "retain_lint.reporters.calls",
        "difflib",
    )
    assert list_heavy_imports(tmp_path, "check", among=needless) == []


def test_files_that_it_lets_through(tmp_path: Path) -> None:
    write_files(tmp_path, clean=CLEAN)
    heavy = list_heavy_imports(tmp_path, "check")
    assert "retain_lint.frontend.lower" in heavy and "retain_lint.interpreter" in heavy
    assert "torch" not in heavy and "concurrent.futures" not in heavy


#: Python 3.14 has it
NEWER = "try:\n    pass\nexcept ValueError, TypeError:\n    pass\n"


@pytest.mark.parametrize(("ahead", "needed"), [("", []), (NEWER, ["libcst"])], ids=["known", "newer"])
def test_the_parser_for_newer_syntax_is_for_newer_syntax(tmp_path: Path, ahead: str, needed: list[str]) -> None:
    write_files(tmp_path, a=ahead + CLEAN)
    if sys.version_info < (3, 14):
        assert list_heavy_imports(tmp_path, "check", among=["libcst"]) == needed
