"""The hooks inside the real pre-commit, on throw-away repositories."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import CLEAN, FREED, RETAINED, write_files
from tests.packages import copy_package

ROOT = Path(__file__).parent.parent


def run_git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
    subprocess.run(["git", "-C", str(folder), *identity, *arguments], check=True, capture_output=True)


def commit_all(folder: Path) -> None:
    run_git(folder, "init", "-q")
    run_git(folder, "add", "-A")
    run_git(folder, "commit", "-q", "--allow-empty", "-m", "all")


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with the package as it is in the working tree."""
    folder = tmp_path_factory.mktemp("hooks")
    copy_package(folder, ".pre-commit-hooks.yaml")
    commit_all(folder)
    return folder


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pre-commit keeps its environments, shared by the tests."""
    return tmp_path_factory.mktemp("home")


def run_hook(hook: str, hooks: Path, home: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs one hook on all files of a new repository made of a folder's files."""
    commit_all(folder)
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(hooks), hook, "--all-files", "--verbose"]
    environment = {**os.environ, "PRE_COMMIT_HOME": str(home)}
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment)


def test_pre_commit_understands_the_manifest() -> None:
    command = [sys.executable, "-m", "pre_commit", "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml")]
    run = subprocess.run(command, capture_output=True, text=True)
    assert (run.stdout + run.stderr, run.returncode) == ("", 0)


def test_check_hook(hooks: Path, home: Path, tmp_path: Path) -> None:
    write_files(tmp_path, freed=FREED, clean=CLEAN)
    run = run_hook("retain-lint", hooks, home, tmp_path)
    assert run.returncode == 1, run.stdout + run.stderr
    assert "- hook id: retain-lint\n" in run.stdout and "- exit code: 1\n" in run.stdout
    assert "RTG101 backward-through-freed-graph: " in run.stdout and " --> freed.py:6:1\n" in run.stdout


def test_fix_hook(hooks: Path, home: Path, tmp_path: Path) -> None:
    write_files(tmp_path, retained=RETAINED)
    run = run_hook("retain-lint-fix", hooks, home, tmp_path)
    assert run.returncode == 1 and "- files were modified by this hook\n" in run.stdout, run.stdout + run.stderr
    assert (tmp_path / "retained.py").read_text(encoding="utf-8") == RETAINED.replace("retain_graph=True", "")


def test_nothing_to_report_and_nothing_to_check(hooks: Path, home: Path, tmp_path: Path) -> None:
    write_files(tmp_path, clean=CLEAN)
    run = run_hook("retain-lint", hooks, home, tmp_path)
    assert run.returncode == 0 and "Passed" in run.stdout, run.stdout + run.stderr
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "a.txt").write_text("x\n", encoding="utf-8")
    empty = run_hook("retain-lint", hooks, home, tmp_path / "text")
    assert empty.returncode == 0 and "Skipped" in empty.stdout, empty.stdout + empty.stderr


def test_the_hooks_leave_excluded_files_alone(hooks: Path, home: Path, tmp_path: Path) -> None:
    (tmp_path / "vendor").mkdir()
    write_files(tmp_path / "vendor", retained=RETAINED)
    write_files(tmp_path, clean=CLEAN)
    (tmp_path / "pyproject.toml").write_text("[tool.retain-lint]\nexclude = ['vendor']\n", encoding="utf-8")
    for hook in ("retain-lint", "retain-lint-fix"):
        run = run_hook(hook, hooks, home, tmp_path)
        assert run.returncode == 0 and "Passed" in run.stdout, run.stdout + run.stderr
    assert (tmp_path / "vendor" / "retained.py").read_text(encoding="utf-8") == RETAINED
