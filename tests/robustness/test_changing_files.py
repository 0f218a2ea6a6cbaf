"""Files that are closed, vanish or change while they are checked, fixed or silenced; names that lead to no file."""

from __future__ import annotations

import errno
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from retain_lint.configuration import discovery
from retain_lint.fixing import added_comments, fix_run
from retain_lint.runner import Runner
from tests.commands import CLEAN, FREED, RETAINED, run_lint, run_process, write_files

CONCISE = ("--jobs", "1", "-q", "--no-cache", "--output-format", "concise")
DENIED = PermissionError(errno.EACCES, "Permission denied")
on_unix = pytest.mark.skipif(sys.platform == "win32", reason="no such files")


def meddle(monkeypatch: pytest.MonkeyPatch, owner: object, name: str, act: Callable[[], object]) -> None:
    """Lets something happen just before the first call of a function."""
    real, left = getattr(owner, name), [act]

    def first_act(*arguments: Any, **keywords: Any) -> Any:
        while left:
            left.pop()()
        return real(*arguments, **keywords)

    monkeypatch.setattr(owner, name, first_act)


def test_an_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, a=FREED, b=FREED)
    read = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path.name == "a.py":
            raise DENIED
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    for options in ((), ("--fix",), ("--add-noqa",)):
        run = run_lint("check", *CONCISE, *options, cwd=tmp_path)
        assert run.returncode == 2 and run.stderr == "a.py: Permission denied\n", options


def test_an_unreadable_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "closed").mkdir()
    write_files(tmp_path, a=FREED)
    scan = os.scandir

    def refuse(path: str) -> Any:
        if Path(path).name == "closed":
            raise DENIED
        return scan(path)

    monkeypatch.setattr(discovery.os, "scandir", refuse)
    run = run_lint("check", *CONCISE, cwd=tmp_path)
    assert run.returncode == 2 and run.stderr == "closed: Permission denied\n"
    assert run.stdout.startswith("a.py:6:1: RTG101")


def test_a_file_in_a_closed_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, a=FREED)
    status = Path.stat

    def refuse(path: Path, **keywords: Any) -> os.stat_result:
        if "closed" in path.parts:
            raise DENIED
        return status(path, **keywords)

    monkeypatch.setattr(Path, "stat", refuse)
    run = run_lint("check", "closed/b.py", "a.py", *CONCISE, cwd=tmp_path)
    assert run.returncode == 2 and run.stderr == "closed/b.py: Permission denied\n"
    assert run.stdout.startswith("a.py:6:1: RTG101")


@on_unix
def test_a_name_that_is_too_long(tmp_path: Path) -> None:
    write_files(tmp_path, a=FREED)
    run = run_lint("check", "x" * 300, "a.py", *CONCISE, cwd=tmp_path)
    assert run.returncode == 2 and run.stderr == f"{'x' * 300}: File name too long\n"
    assert run.stdout.startswith("a.py:6:1: RTG101")


@on_unix
def test_the_longest_name_is_fixed(tmp_path: Path) -> None:
    file = tmp_path / f"{'x' * 252}.py"
    file.write_text(RETAINED, encoding="utf-8")
    assert run_lint("check", "--fix", *CONCISE, cwd=tmp_path).returncode == 0
    assert "retain_graph" not in file.read_text(encoding="utf-8") and os.listdir(tmp_path) == [file.name]


@on_unix
def test_pipes_and_sockets_are_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever they are called."""
    write_files(tmp_path, a=f"from pipe import build\nimport package\n{FREED}")
    (tmp_path / "package").mkdir()
    monkeypatch.chdir(tmp_path)  # the name of a socket is short
    for name in ("pipe.py", ".gitignore", "pyproject.toml", "retain-lint.toml", "setup.cfg", "package/__init__.py"):
        os.mkfifo(name)
    with socket.socket(socket.AF_UNIX) as opened:
        opened.bind("socket.py")
    run = run_process("check", ".", *CONCISE, cwd=tmp_path)
    assert (run.returncode, run.stderr) == (1, "") and run.stdout.startswith("a.py:8:1: RTG101")
    for name in ("pipe.py", "socket.py"):
        run = run_process("check", name, *CONCISE, cwd=tmp_path)
        assert (run.returncode, run.stderr) == (2, f"{name}: not a regular file\n")


@on_unix
def test_links_in_circles(tmp_path: Path) -> None:
    write_files(tmp_path, a=f"import circle\n{FREED}")
    for name in ("circle.py", ".gitignore", "retain-lint.toml"):
        (tmp_path / name).symlink_to(name)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "up").symlink_to("..")
    run = run_lint("check", *CONCISE, cwd=tmp_path)
    assert (run.returncode, run.stderr, run.stdout.count("RTG101")) == (1, "", 1)
    run = run_lint("check", "circle.py", *CONCISE, cwd=tmp_path)
    assert run.returncode == 2 and run.stderr.startswith("circle.py: ") and len(run.stderr.splitlines()) == 1


@pytest.mark.parametrize("option", ["--fix", "--add-noqa", "--diff"])
def test_a_file_that_vanishes_before_it_is_changed(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(tmp_path, a=RETAINED, b=RETAINED)
    owner, name = (added_comments, "_group") if option == "--add-noqa" else (fix_run, "_fix_file")
    meddle(monkeypatch, owner, name, (tmp_path / "a.py").unlink)
    run = run_lint("check", option, *CONCISE, cwd=tmp_path)
    assert "a.py: no" in run.stderr and "No such file" in run.stderr and "Traceback" not in run.stderr
    assert run.returncode == 2 and not (tmp_path / "a.py").exists()
    changed = (tmp_path / "b.py").read_text(encoding="utf-8") != RETAINED
    assert changed == (option != "--diff")


def test_a_comment_is_not_added_where_something_else_stands_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(tmp_path, a=RETAINED)
    meddle(monkeypatch, added_comments, "_group", lambda: write_files(tmp_path, a=f"\n\n{RETAINED}"))
    run = run_lint("check", "--add-noqa", *CONCISE, cwd=tmp_path)
    assert run.returncode == 2 and "a.py: no comment added: the file has changed since it was checked" in run.stderr
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == f"\n\n{RETAINED}"


def test_a_fix_is_made_for_what_stands_there_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, a=RETAINED)
    meddle(monkeypatch, fix_run, "_fix_file", lambda: write_files(tmp_path, a=f"\n\n{RETAINED}"))
    assert run_lint("check", "--fix", *CONCISE, cwd=tmp_path).returncode == 0
    fixed = RETAINED.replace("retain_graph=True", "")
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == f"\n\n{fixed}"


def test_a_file_that_becomes_another_while_it_is_fixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, a=RETAINED)
    meddle(monkeypatch, fix_run, "replace_file", lambda: write_files(tmp_path, a=CLEAN))
    run = run_lint("check", "--fix", *CONCISE, cwd=tmp_path)
    assert run.returncode == 2 and "a.py: not fixed: the file has changed since it was read" in run.stderr
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == CLEAN and os.listdir(tmp_path) == ["a.py"]


def test_a_module_that_changes_during_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the run says may be of either version, but the next one knows the new one."""
    write_files(tmp_path, helper=CLEAN, a=f"import helper\n{CLEAN}")
    meddle(monkeypatch, Runner, "check_file", lambda: write_files(tmp_path, helper=FREED, a=f"import helper\n{FREED}"))
    options = ("check", "--jobs", "1", "-q", "--output-format", "concise")
    assert run_lint(*options, cwd=tmp_path).returncode in (0, 1)
    assert run_lint(*options, cwd=tmp_path).stdout.count("RTG101") == 2
