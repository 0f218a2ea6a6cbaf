"""A cache changes how long a check takes, and nothing else."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from retain_lint.cache import results
from retain_lint.cache.folder import DATABASE
from retain_lint.configuration.keys import OUTPUT_FORMATS
from retain_lint.results.model import FileResult
from retain_lint.runner import Runner
from retain_lint.server.checking import check_text
from tests.commands import CLEAN, FREED, RETAINED, run_lint, run_process, write_files

NAME = ".retain_lint_cache"
# Whether its retain is of use is up to the files that import it; of none of those below it is.
HELPER = """\
import torch


def run(loss):
    loss.backward(retain_graph=True)
"""
USER = """\
import torch
from helper import run

x = torch.ones(2, requires_grad=True)
run((x * x).sum())
x.grad.sum().backward
"""
# So it is where what it returns is handed to files that only name it.
RETURNING = """\
import torch
from torch import nn


class Model:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(4, 4), nn.Tanh())

    def improve(self, batch):
        loss = self.net(batch).square().mean()
        loss.backward(retain_graph=True)
        return loss
"""
LOGGING = "def log(model, batch):\n    print(float(model.improve(batch)))\n"
AGAIN = USER.replace("run((x * x).sum())", "y = (x * x).sum()\nrun(y)\ny.backward()")
SILENCED = FREED.replace("y.backward()\ny.backward()", "y.backward()\ny.backward()  # noqa: RTG101")


class Counter:
    """The names of the files that were analysed, since it was last asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.names: list[str] = []
        check = Runner.check_file

        def note(runner: Runner, path: Path, data: bytes | None = None) -> FileResult:
            self.names.append(path.name)
            return check(runner, path, data)

        monkeypatch.setattr(Runner, "check_file", note)

    def take(self) -> list[str]:
        taken, self.names = self.names, []
        return taken


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> Counter:
    return Counter(monkeypatch)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project of its own."""
    (tmp_path / "pyproject.toml").touch()
    return tmp_path


def check(folder: Path, *arguments: str) -> tuple[str, str, int]:
    run = run_lint("check", "--jobs", "1", *arguments, cwd=folder)
    return run.stdout, run.stderr, run.returncode


def all_of_all(folder: Path) -> None:
    """Files of every kind of result."""
    notebook = {"cells": [{"cell_type": "code", "source": FREED}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (folder / "book.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    (folder / "latin.py").write_bytes(f"# coding: latin-1\n# \u00e9\n{FREED}".encode("latin-1"))
    write_files(folder, broken="def f(:\n", clean=CLEAN, freed=FREED, retained=RETAINED, helper=HELPER, user=AGAIN)
    write_files(folder, silenced=SILENCED, unused=CLEAN + "x = 1  # noqa: RTG101\n", plain="x = 1\n", empty="")


class TestHits:
    @pytest.mark.parametrize("output_format", OUTPUT_FORMATS)
    def test_every_format_is_the_same(self, folder: Path, checked: Counter, output_format: str) -> None:
        all_of_all(folder)
        options = ("--output-format", output_format, "--select", "ALL", "--min-confidence", "conditional")
        without = check(folder, *options, "--no-cache")
        assert without[2] == 2 and not (folder / NAME).exists()
        checked.take()
        assert check(folder, *options) == without
        assert len(checked.take()) == 12
        assert check(folder, *options) == without
        assert checked.take() == []

    def test_results_are_equal_to_the_last_field(self, folder: Path) -> None:
        all_of_all(folder)
        paths = sorted(path for path in folder.iterdir() if path.suffix in (".py", ".ipynb"))
        for pictures in (False, True):
            cache = results.Cache(results.Store(folder / NAME), pictures)
            fresh = [Runner(pictures).check_file(path) for path in paths]
            assert (sum(bool(result.pictures) for result in fresh) > 0) is pictures
            assert list(cache.stream(paths, lambda _, fresh=fresh: iter(fresh))) == fresh
            cache = results.Cache(results.Store(folder / NAME), pictures)
            assert list(cache.stream(paths, iter)) == fresh  # which would give paths

    def test_selection_comes_after_the_cache(self, folder: Path, checked: Counter) -> None:
        write_files(folder, a=FREED, b=RETAINED)
        assert "RTG101" in check(folder)[0]
        checked.take()
        assert "RTG101" not in check(folder, "--ignore", "RTG101")[0]
        assert check(folder, "--select", "RTG1")[0].count("RTG") == 1
        assert "RTG101" not in check(folder, "--config", "per-file-ignores = {'a.py' = ['RTG1']}")[0]
        assert checked.take() == []

    def test_so_do_baselines(self, folder: Path, checked: Counter) -> None:
        write_files(folder, a=FREED)
        check(folder, "--update-baseline", "--baseline", "known.json")
        checked.take()
        assert check(folder, "--baseline", "known.json")[2] == 0
        assert checked.take() == []

    def test_fixing(self, folder: Path, checked: Counter) -> None:
        write_files(folder, a=RETAINED)
        assert "RTG201" in check(folder)[0]
        assert checked.take() == ["a.py"]
        fixed = check(folder, "--fix")
        assert checked.take() == ["a.py", "a.py"]  # the proof of the fix, and what is left
        assert "retain_graph" not in (folder / "a.py").read_text() and fixed[2] == 0
        assert check(folder)[2] == 0
        assert checked.take() == []

    def test_calls_are_those_of_a_check(self, folder: Path, checked: Counter) -> None:
        write_files(folder, a=RETAINED)
        check(folder)
        checked.take()
        known = run_lint("calls", cwd=folder)
        assert checked.take() == []
        assert run_lint("calls", "--no-cache", cwd=folder).stdout == known.stdout and "unnecessary" in known.stdout

    def test_stdin_and_editors_know_the_text_that_was_checked(
        self, folder: Path, checked: Counter, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write_files(folder, a=FREED)
        check(folder)
        checked.take()
        monkeypatch.chdir(folder)
        known = run_lint("check", "--stdin-filename", "a.py", cwd=folder, stdin=FREED)
        assert "RTG101" in known.stdout
        assert [entry.code for entry in check_text(folder / "a.py", FREED).entries] == ["RTG101"]
        assert checked.take() == []
        assert check_text(folder / "a.py", CLEAN).entries == ()
        assert "RTG101" in check(folder)[0]

    def test_flake8_knows_what_was_checked(self, folder: Path) -> None:
        write_files(folder, a=FREED)
        broken = (
            "import retain_lint.runner as r; r.Runner.check_file = None; from flake8.main.cli import main; main([])"
        )
        command = [sys.executable, "-c", broken]
        first = subprocess.run([sys.executable, "-m", "flake8", "-j1"], cwd=folder, capture_output=True, text=True)
        assert "RTG101" in first.stdout and (folder / NAME).is_dir()
        second = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        assert second.stdout == first.stdout

    def test_flake8_without_it(self, folder: Path) -> None:
        write_files(folder, a=FREED)
        run = subprocess.run(
            [sys.executable, "-m", "flake8", "--rtg-no-cache"], cwd=folder, capture_output=True, text=True
        )
        assert "RTG101" in run.stdout and not (folder / NAME).exists()


class TestMisses:
    def test_the_file_has_changed(self, folder: Path, checked: Counter) -> None:
        write_files(folder, a=FREED, b=CLEAN)
        check(folder)
        before = (folder / "a.py").stat()
        write_files(folder, a=CLEAN.ljust(len(FREED)))
        os.utime(folder / "a.py", ns=(before.st_atime_ns, before.st_mtime_ns))
        checked.take()
        assert check(folder)[2] == 0
        assert checked.take() == ["a.py"]

    def test_an_imported_file_has_changed(self, folder: Path, checked: Counter) -> None:
        write_files(folder, helper="def build(x):\n    return (x * x).sum()\n")
        write_files(folder, a="from helper import build\n" + FREED.replace("(x * x).sum()", "build(x)"), b=CLEAN)
        assert "RTG101" in check(folder)[0]
        write_files(folder, helper="def build(x):\n    return (x * x).sum().detach()\n")
        checked.take()
        assert "RTG101" not in check(folder)[0]
        assert checked.take() == ["a.py", "helper.py"]

    def test_an_import_leads_somewhere_now(self, folder: Path, checked: Counter) -> None:
        write_files(folder, a="from helper import build\n" + FREED.replace("(x * x).sum()", "build(x)"), b=CLEAN)
        check(folder)
        write_files(folder, helper="def build(x):\n    return (x * x).sum()\n")
        checked.take()
        assert "RTG101" in check(folder)[0]
        assert checked.take() == ["a.py", "helper.py"]

    def test_an_imported_file_is_gone(self, folder: Path, checked: Counter) -> None:
        write_files(folder, helper="def build(x):\n    return (x * x).sum().detach()\n")
        write_files(folder, a="from helper import build\n" + FREED.replace("(x * x).sum()", "build(x)"))
        before = check(folder)
        (folder / "helper.py").unlink()
        checked.take()
        assert check(folder) != before
        assert checked.take() == ["a.py"]

    def test_another_file_uses_it(self, folder: Path, checked: Counter) -> None:
        write_files(folder, helper=HELPER, user=USER)
        assert "RTG201" in check(folder)[0]
        write_files(folder, again=AGAIN)
        checked.take()
        assert check(folder) == check(folder, "--no-cache")
        assert "RTG201" not in check(folder)[0]
        assert checked.take()[:2] == ["again.py", "helper.py"]

    def test_a_file_that_uses_nothing_of_it_is_no_reason(self, folder: Path, checked: Counter) -> None:
        write_files(folder, helper=HELPER, user=USER)
        check(folder)
        write_files(folder, other="x = 1\n")
        checked.take()
        check(folder)
        assert checked.take() == ["other.py"]
        check(folder)
        assert checked.take() == []

    def test_another_file_calls_a_method_of_it(self, folder: Path, checked: Counter) -> None:
        write_files(folder, model=RETURNING)
        assert "RTG201" not in check(folder)[0]
        write_files(folder, log=LOGGING)
        checked.take()
        assert "RTG201" in check(folder)[0]
        assert checked.take() == ["log.py", "model.py"]
        write_files(folder, again="def repeat(model, batch):\n    model.improve(batch).backward()\n")
        assert "RTG201" not in check(folder)[0]
        assert checked.take()[:2] == ["again.py", "model.py"]

    def test_pictures_are_asked_for(self, folder: Path, checked: Counter) -> None:
        write_files(folder, a=FREED)
        check(folder)
        checked.take()
        check(folder, "--output-format", "html")
        assert checked.take() == ["a.py"]

    @pytest.mark.parametrize("name", ["__version__", "sys.version", "_list_sources"])
    def test_this_tool_or_python_is_another_one(
        self, folder: Path, checked: Counter, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        write_files(folder, a=FREED)
        check(folder)
        value: Callable[..., object] | str = (lambda _: iter([("a.py", 1, 1)])) if name == "_list_sources" else "0"
        monkeypatch.setattr(f"retain_lint.cache.results.{name}", value)
        results._describe_program.cache_clear()
        checked.take()
        check(folder)
        assert checked.take() == ["a.py"]
        results._describe_program.cache_clear()


class TestDamage:
    """Whatever is wrong with the cache costs time only."""

    @pytest.mark.parametrize("data", [b"", b"no database", b"SQLite format 3\0" + b"\xff" * 5000])
    def test_the_file_is_no_database(self, folder: Path, checked: Counter, data: bytes) -> None:
        write_files(folder, a=FREED)
        expected = check(folder)
        for suffix in ("-wal", "-shm"):
            (folder / NAME / (DATABASE + suffix)).unlink(missing_ok=True)
        (folder / NAME / DATABASE).write_bytes(data)
        checked.take()
        assert check(folder) == check(folder) == expected
        assert checked.take() == ["a.py"]  # it is mended

    def test_pages_are_overwritten(self, folder: Path) -> None:
        all_of_all(folder)
        expected = check(folder)
        database = folder / NAME / DATABASE
        whole = database.read_bytes()
        for start in range(100, len(whole), 1500):
            database.write_bytes(whole[:start] + b"\xff" * 700 + whole[start + 700 :])
            assert check(folder) == expected

    @pytest.mark.parametrize("column", ["contents", "footprint", "result", "seal"])
    @pytest.mark.parametrize("value", [None, "", "{}", "[1, 2]", "null", b"x"])
    def test_an_entry_is_none_of_ours(self, folder: Path, checked: Counter, column: str, value: object) -> None:
        write_files(folder, a=FREED)
        expected = check(folder)
        with closing(sqlite3.connect(folder / NAME / DATABASE)) as connection, connection:
            connection.execute(f"UPDATE results SET {column} = ?", (value,))
        checked.take()
        assert check(folder) == expected
        assert checked.take() == ["a.py"]

    @pytest.mark.parametrize("field", ["footprint", "result"])
    @pytest.mark.parametrize("value", ["", "{}", "[1, 2]", "[[], [], [], []]", '["", [1], {"a": 1}, 3]', "7"])
    def test_an_entry_with_a_seal_but_without_sense(
        self, folder: Path, checked: Counter, field: str, value: str
    ) -> None:
        write_files(folder, a=FREED)
        expected = check(folder)
        cache = results.Cache(results.Store(folder / NAME))
        identity = cache._identify(folder / "a.py")
        row = cache.store.load([identity])[identity]
        cache.store.save([row._replace(**{field: value})])
        checked.take()
        assert check(folder) == expected
        assert checked.take() == ["a.py"]

    def test_a_table_of_another_tool(self, folder: Path) -> None:
        write_files(folder, a=FREED)
        (folder / NAME).mkdir()
        with closing(sqlite3.connect(folder / NAME / DATABASE)) as connection, connection:
            connection.execute("CREATE TABLE results (a, b)")
        assert check(folder) == check(folder, "--no-cache")

    def test_its_folder_cannot_be_written(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write_files(folder, a=FREED)
        (folder / "file").touch()
        for place in ("file", "file/inside", "/proc/nowhere"):
            assert check(folder, "--cache-dir", place) == check(folder, "--no-cache")

    def test_a_database_that_may_only_be_read(
        self, folder: Path, checked: Counter, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write_files(folder, a=FREED)
        check(folder)
        write_files(folder, b=RETAINED)
        expected = check(folder, "--no-cache")
        address = f"file:{folder / NAME / DATABASE}?mode=ro"
        monkeypatch.setattr(results.Store, "_connect", lambda _: sqlite3.connect(address, uri=True))
        checked.take()
        assert check(folder) == check(folder) == expected
        assert checked.take() == ["b.py", "b.py"]

    def test_another_process_writes_for_long(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write_files(folder, a=FREED)
        expected = check(folder)
        monkeypatch.setattr("retain_lint.cache.store._PATIENCE", 0.05)
        with closing(sqlite3.connect(folder / NAME / DATABASE, isolation_level=None)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            write_files(folder, b=RETAINED)
            assert "RTG201" in check(folder)[0]
        (folder / "b.py").unlink()
        assert check(folder) == expected


class TestProcesses:
    def test_many_at_once(self, folder: Path) -> None:
        """Six processes that begin together, of which each has to write."""
        texts = (FREED, RETAINED, CLEAN)
        write_files(folder, **{f"file{number}": texts[number % 3] for number in range(12)})
        expected = run_process("check", "--no-cache", cwd=folder)
        runs: list[subprocess.CompletedProcess[str]] = []
        threads = [threading.Thread(target=lambda: runs.append(run_process("check", cwd=folder))) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        told = {(run.stdout, run.stderr, run.returncode) for run in runs}
        assert told == {(expected.stdout, expected.stderr, expected.returncode)} and len(runs) == 6
        with closing(sqlite3.connect(folder / NAME / DATABASE)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert connection.execute("SELECT count(*) FROM results").fetchone() == (12,)

    def test_what_was_checked_before_ctrl_c_is_kept(self, folder: Path, checked: Counter) -> None:
        write_files(folder, a=FREED, b=CLEAN, c=CLEAN)
        paths = [folder / f"{name}.py" for name in "abc"]
        cache = results.Cache(results.Store(folder / NAME))
        stream = cache.stream(paths, lambda missing: map(Runner().check_file, missing))
        next(stream)
        stream.close()  # type: ignore[attr-defined]
        cache = results.Cache(results.Store(folder / NAME))
        checked.take()
        assert len(list(cache.stream(paths, lambda missing: map(Runner().check_file, missing)))) == 3
        assert checked.take() == ["b.py", "c.py"]


class TestFolder:
    def test_it_is_marked(self, folder: Path) -> None:
        write_files(folder, a=FREED)
        check(folder)
        assert (folder / NAME / ".gitignore").read_text().splitlines()[-1] == "*"
        assert (folder / NAME / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55\n")

    def test_it_lies_at_the_top_of_the_project(self, folder: Path) -> None:
        (folder / "inside").mkdir()
        write_files(folder / "inside", a=FREED)
        check(folder / "inside")
        assert (folder / NAME).is_dir() and not (folder / "inside" / NAME).exists()

    def test_nothing_to_check_makes_none(self, folder: Path) -> None:
        check(folder)
        assert not (folder / NAME).exists()

    def test_a_folder_that_was_there_is_not_marked(self, folder: Path) -> None:
        write_files(folder, a=FREED)
        check(folder, "--cache-dir", ".")
        assert (folder / DATABASE).exists() and not (folder / ".gitignore").exists()
        run_lint("clean", "--cache-dir", ".", cwd=folder)
        assert sorted(path.name for path in folder.iterdir()) == ["a.py", "pyproject.toml"]

    def test_places_to_say_it(self, folder: Path) -> None:
        write_files(folder, a=FREED)
        variable = {"RETAIN_LINT_CACHE_DIR": "by_variable"}
        (folder / "pyproject.toml").write_text('[tool.retain-lint]\ncache-dir = "by_file"\n', encoding="utf-8")
        run_lint("check", cwd=folder)
        run_lint("check", cwd=folder, environment=variable)
        run_lint("check", "--cache-dir", "by_flag", cwd=folder, environment=variable)
        made = {path.name for path in folder.iterdir() if path.is_dir()}
        assert made == {"by_file", "by_variable", "by_flag"}

    def test_clean(self, folder: Path) -> None:
        write_files(folder, a=FREED)
        check(folder)
        run = run_lint("clean", cwd=folder)
        assert (run.stdout, run.stderr, run.returncode) == ("", f"Removed the cache in {NAME}.\n", 0)
        assert not (folder / NAME).exists()
        run = run_lint("clean", cwd=folder)
        assert (run.stdout, run.stderr, run.returncode) == ("", "", 0)

    def test_clean_leaves_what_is_not_ours(self, folder: Path) -> None:
        write_files(folder, a=FREED)
        check(folder)
        (folder / NAME / "mine").touch()
        assert run_lint("clean", cwd=folder).returncode == 0
        assert [path.name for path in (folder / NAME).iterdir()] == ["mine"]
        shutil.rmtree(folder / NAME)

    def test_old_entries_are_dropped(self, folder: Path) -> None:
        write_files(folder, a=FREED, b=CLEAN)
        check(folder)
        with closing(sqlite3.connect(folder / NAME / DATABASE)) as connection, connection:
            connection.execute("UPDATE results SET stored = 1")
        write_files(folder, c=CLEAN)
        check(folder)
        with closing(sqlite3.connect(folder / NAME / DATABASE)) as connection:
            assert connection.execute("SELECT count(*) FROM results").fetchone() == (1,)
