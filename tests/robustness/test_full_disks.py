"""A disk that takes no more, wherever something is written: one line says so, and nothing is half written."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from retain_lint.cache import folder, store
from retain_lint.fixing import documents
from tests.commands import CLEAN, FREED, RETAINED, run_lint, write_files

FULL = "No space left on device"
on_linux = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
#: each way to write a report to a file
REPORTS = [
    ["check"],
    ["check", "--output-format", "html"],
    ["check", "--output-format", "json"],
    ["check", "--statistics"],
    ["calls"],
    ["graph", "a.py", "--output-format", "dot"],
]
#: and to write to stdout
PRINTED = [*REPORTS, ["check", "--diff"], ["check", "--show-files"], ["rules"], ["config"], ["explain", "RTG101"]]
LIMITED = "import resource, runpy, sys\n" + (
    "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2)\nrunpy.run_module('retain_lint', run_name='__main__')"
)


def fail(*arguments: object, **keywords: object) -> Any:
    raise OSError(errno.ENOSPC, FULL)


def run_limited(size: int, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A process that can make no file larger than so many bytes; its output goes to pipes."""
    command = [sys.executable, "-c", LIMITED, str(size), *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True)


def write_long(path: Path) -> bytes:
    """A program with findings of two rules that is longer than the limits below."""
    path.write_text(f"{RETAINED}{'# padding' * 400}\n", encoding="utf-8")
    return path.read_bytes()


@on_linux
@pytest.mark.parametrize("arguments", REPORTS, ids=" ".join)
def test_report_files(arguments: list[str], tmp_path: Path) -> None:
    write_files(tmp_path, a=FREED)
    run = run_lint(*arguments, "-o", "/dev/full", cwd=tmp_path)
    assert run.returncode == 2 and run.stdout == ""
    assert run.stderr == f"retain-lint: --output-file: /dev/full: {FULL}\n"


@on_linux
@pytest.mark.parametrize("arguments", PRINTED, ids=" ".join)
def test_stdout(arguments: list[str], tmp_path: Path) -> None:
    write_files(tmp_path, a=FREED, b=RETAINED)
    command = [sys.executable, "-m", "retain_lint", *arguments]
    with open("/dev/full", "w") as full:
        run = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True)
    assert run.returncode == 2
    assert run.stderr.splitlines()[-1] == f"retain-lint: the output cannot be written: {FULL}"
    assert "Traceback" not in run.stderr and "Exception ignored" not in run.stderr


@pytest.mark.parametrize("closed", ["1", "2"])
def test_closed_streams(closed: str, tmp_path: Path) -> None:
    write_files(tmp_path, a=FREED)
    command = f'"{sys.executable}" -m retain_lint check --output-format concise {closed}>&-'
    run = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True)
    said = {"1": run.stderr, "2": run.stdout}[closed]
    assert run.returncode == 1 and said.startswith({"1": "Found 1 finding", "2": "a.py:6:1: RTG101"}[closed])
    assert "Traceback" not in said


@pytest.mark.parametrize("step", ["tempfile.mkstemp", "os.fdopen", "os.chmod", "os.replace"])
@pytest.mark.parametrize("options", [("--fix",), ("--add-noqa",)], ids=" ".join)
def test_fixes_and_comments(options: Sequence[str], step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = write_long(tmp_path / "a.py")
    owner, name = step.split(".")
    monkeypatch.setattr(getattr(documents, owner), name, fail)
    run = run_lint("check", *options, "--no-cache", cwd=tmp_path)
    assert run.returncode == 2 and FULL in run.stderr and "Traceback" not in run.stderr
    assert (tmp_path / "a.py").read_bytes() == before and os.listdir(tmp_path) == ["a.py"]


@pytest.mark.skipif(sys.platform == "win32", reason="no limits")
@pytest.mark.parametrize("options", [("--fix",), ("--add-noqa",)], ids=" ".join)
@pytest.mark.parametrize("size", [0, 1000])
def test_fixes_under_a_limit(size: int, options: Sequence[str], tmp_path: Path) -> None:
    before = write_long(tmp_path / "a.py")
    run = run_limited(size, "check", *options, "--no-cache", cwd=tmp_path)
    assert run.returncode == 2 and "a.py: no" in run.stderr and os.strerror(errno.EFBIG) in run.stderr
    assert (tmp_path / "a.py").read_bytes() == before and os.listdir(tmp_path) == ["a.py"]


@pytest.mark.skipif(sys.platform == "win32", reason="no limits")
@pytest.mark.parametrize("known", [False, True])
def test_baselines(known: bool, tmp_path: Path) -> None:
    """The old one, or none, is left."""
    options = ("check", "--baseline", "known.json", "--update-baseline", "--no-cache", "-q")
    write_files(tmp_path, a=CLEAN)
    if known:
        run_lint(*options, cwd=tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    write_files(tmp_path, a=FREED)
    run = run_limited(50, *options, cwd=tmp_path)
    assert run.returncode == 2 and run.stderr.startswith("retain-lint: --update-baseline: ")
    assert os.strerror(errno.EFBIG) in run.stderr and len(run.stderr.splitlines()) == 1
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == {**before, tmp_path / "a.py": FREED.encode()}


def test_a_new_baseline_may_be_read_by_others(tmp_path: Path) -> None:
    write_files(tmp_path, a=FREED)
    run_lint("check", "--baseline", "known.json", "--update-baseline", cwd=tmp_path)
    assert (tmp_path / "known.json").stat().st_mode == (tmp_path / "a.py").stat().st_mode


def fill_database(monkeypatch: pytest.MonkeyPatch) -> None:
    connect = store.Store._connect

    def limit(one: store.Store) -> Any:
        connection = connect(one)
        connection.execute("PRAGMA max_page_count = 1")
        return connection

    monkeypatch.setattr(store.Store, "_connect", limit)


CACHE_FAULTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "a full database": fill_database,
    "no connection": lambda patch: patch.setattr(store.sqlite3, "connect", fail),
    "no folder": lambda patch: patch.setattr(folder.Path, "mkdir", fail),
    "no marks in the folder": lambda patch: patch.setattr(folder.Path, "write_text", fail),
}


@pytest.mark.parametrize("fault", CACHE_FAULTS.values(), ids=CACHE_FAULTS)
def test_the_cache_alone_is_lost(
    fault: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(tmp_path, a=FREED)
    expected = run_lint("check", "--no-cache", cwd=tmp_path)
    fault(monkeypatch)
    for _ in range(2):
        run = run_lint("check", cwd=tmp_path)
        assert (run.stdout, run.stderr, run.returncode) == (expected.stdout, expected.stderr, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="no limits")
@pytest.mark.parametrize("size", [0, 5000, 20000])
def test_the_cache_under_a_limit(size: int, tmp_path: Path) -> None:
    write_files(tmp_path, a=FREED)
    expected = run_lint("check", "--no-cache", cwd=tmp_path)
    for _ in range(2):
        run = run_limited(size, "check", cwd=tmp_path)
        assert (run.stdout, run.stderr, run.returncode) == (expected.stdout, expected.stderr, 1)


def test_the_limits_are_limits(tmp_path: Path) -> None:
    code = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (5, 5))\nopen('x', 'wb', 0).write(b'012345')\nopen('x', 'ab', 0).write(b'6')"
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert os.strerror(errno.EFBIG) in run.stderr and (tmp_path / "x").stat().st_size == 5
