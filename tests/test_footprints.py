"""What an analysis rests on: as long as its footprint holds, it need not be repeated."""

from __future__ import annotations

from pathlib import Path

import pytest

from retain_lint.project.files import Files, Footprint, Kind, hash_bytes
from retain_lint.runner import Runner
from tests.commands import CLEAN, FREED, write_files

# Whether its retain is of use is up to the files that import it.
HELPER = """\
import torch


def run(loss):
    loss.backward(retain_graph=True)
"""
USER = """\
import torch
from helper import run

x = torch.ones(2, requires_grad=True)
y = (x * x).sum()
run(y)
y.backward()
"""


def find_footprint(path: Path) -> Footprint:
    footprint = Runner().check_file(path).footprint
    assert footprint is not None
    return footprint


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "setup.cfg").touch()  # the top of the project
    return tmp_path


def test_an_imported_file_by_its_contents(folder: Path) -> None:
    write_files(folder, helper=HELPER, user=USER)
    footprint = find_footprint(folder / "user.py")
    assert footprint.contents == {str(folder / "helper.py"): hash_bytes(HELPER.encode())}
    assert footprint.names[str(folder)]["helper.py"] is Kind.FILE


def test_an_import_that_leads_nowhere_by_its_absence(folder: Path) -> None:
    write_files(folder, user=USER)
    footprint = find_footprint(folder / "user.py")
    assert footprint.contents == {}
    assert footprint.names[str(folder)] == {"helper.py": Kind.ABSENT, "helper": Kind.ABSENT} | {
        name: Kind.ABSENT for name in ("src", "__init__.py", ".git", "pyproject.toml", "setup.py")
    } | {"setup.cfg": Kind.FILE}


def test_the_files_that_use_it_by_a_search(folder: Path) -> None:
    write_files(folder, helper=HELPER, user=USER)
    footprint = find_footprint(folder / "helper.py")
    found = {(search.path, search.found) for search in footprint.searches}
    assert (str(folder / "helper.py"), (str(folder / "user.py"),)) in found
    assert str(folder / "user.py") in footprint.contents


def test_a_file_that_cannot_matter_rests_on_nothing(folder: Path) -> None:
    texts = {"plain": "import helper\n", "broken": "def f(:\n"}
    write_files(folder, **texts)
    for name, text in texts.items():
        assert find_footprint(folder / f"{name}.py") == Footprint(hash_bytes(text.encode()))


def test_what_one_runner_has_seen_before_stands_in_each_footprint(folder: Path) -> None:
    """A file without torch concerns it only by way of others, which are looked at once."""
    tape = "import one\n\nloss.backward()\n"
    write_files(folder, a=tape, b=tape, one="import two\n", two="x = 1\n")
    runner = Runner()
    first, second = (runner.check_file(folder / name).footprint for name in ("a.py", "b.py"))
    assert first is not None and second is not None
    assert first.contents.keys() == {str(folder / f"{name}.py") for name in ("one", "two")} == second.contents.keys()
    assert first.names == second.names


def test_a_file_that_changes_while_it_is_used(folder: Path) -> None:
    write_files(folder, helper=HELPER, user=USER, other=USER, clean=CLEAN)
    runner = Runner()
    assert runner.check_file(folder / "user.py").footprint is not None
    write_files(folder, helper=FREED)
    runner.imported.clear()
    assert runner.check_file(folder / "other.py").footprint is None
    assert runner.check_file(folder / "clean.py").footprint is None


def test_a_failure_of_the_analysis_is_not_remembered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(folder, clean=CLEAN)
    monkeypatch.setattr("retain_lint.interpreter.drivers.entry_points.analyse", lambda *_, **__: 1 / 0)
    result = Runner().check_file(folder / "clean.py")
    assert result.errors and result.footprint is None


class TestFiles:
    def test_kinds(self, tmp_path: Path) -> None:
        (tmp_path / "file.py").touch()
        (tmp_path / "folder").mkdir()
        (tmp_path / "link").symlink_to("folder")
        (tmp_path / "link.py").symlink_to("file.py")
        (tmp_path / "nowhere.py").symlink_to("absent.py")
        assert Files().list_folder(str(tmp_path)) == {
            "file.py": Kind.FILE,
            "folder": Kind.FOLDER,
            "link": Kind.OTHER,
            "link.py": Kind.FILE,
            "nowhere.py": Kind.OTHER,
        }

    def test_ways_through_folders(self, tmp_path: Path) -> None:
        (tmp_path / "a" / "b").mkdir(parents=True)
        (tmp_path / "a" / "b" / "c.py").touch()
        (tmp_path / "link").symlink_to("a")
        files = Files()
        assert files.is_file(tmp_path, "a", "b", "c.py") and files.is_file(tmp_path, "link", "b", "c.py")
        assert not files.is_file(tmp_path, "a", "b") and files.exists(tmp_path, "a", "b")
        assert not files.exists(tmp_path, "x", "b") and not files.exists(tmp_path, "a", "b", "c.py", "d")
