"""Folders that are not what they were, or not meant well: nothing of them is run, followed out of the project, or lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.project.loader import Project
from retain_lint.runner import Runner
from tests.commands import CLEAN, FREED, run_lint, run_process, write_files

SPY = "from pathlib import Path\nPath('run').touch()\n"


def test_modules_of_the_checked_folder_are_never_imported(tmp_path: Path) -> None:
    """Also where Python itself looks for modules, since it was started there."""
    names = ("argparse", "zlib", "shutil", "torch", "libcst", "sqlite3", "json", "sitecustomize", "conftest")
    write_files(tmp_path, freed=FREED, **dict.fromkeys(names, SPY))
    run = run_process("check", ".", "-q", "--output-format", "concise", cwd=tmp_path)
    assert run.stdout.startswith("freed.py:6:1: RTG101") and run.stderr == ""
    assert not (tmp_path / "run").exists()


def test_links_to_folders_lead_nowhere(tmp_path: Path) -> None:
    outside, project = tmp_path / "outside", tmp_path / "project"
    outside.mkdir()
    project.mkdir()
    (project / "pyproject.toml").touch()
    write_files(outside, helper="def build(x):\n    return (x * x).sum()\n", beside="x = 1\n")
    (outside / "__init__.py").touch()
    (project / "linked").symlink_to(outside)
    write_files(project, a="from linked.helper import build\n" + FREED, b=CLEAN)
    found = Project(project)
    assert [found.find(str(project / "a.py"), name, 0) for name in ("linked.helper", "outside.helper", "beside")] == [
        None
    ] * 3
    footprint = Runner().check_file(project / "a.py").footprint
    assert footprint is not None
    assert not any("outside" in name or "linked" in name for name in footprint.contents)


def test_files_that_vanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, a=FREED, b=CLEAN, c=FREED)
    check = Runner.check_file

    def vanish(runner: Runner, path: Path, data: bytes | None = None) -> object:
        path.unlink() if path.name == "b.py" else None
        return check(runner, path, data)

    monkeypatch.setattr(Runner, "check_file", vanish)
    run = run_lint("check", "--jobs", "1", "-q", "--output-format", "concise", cwd=tmp_path)
    assert run.returncode == 2 and run.stdout.count("RTG101") == 2
    (line,) = run.stderr.splitlines()
    assert line.startswith("b.py: ")
