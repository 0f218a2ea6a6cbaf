"""Pipes, sockets and links in circles neither stop a run nor stall it."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import pytest

from tests.commands import run_lint

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pipes with names")
TWICE = """import torch
loss = torch.nn.Linear(3, 3)(torch.rand(2, 3)).sum()
loss.backward()
loss.backward()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one file that is one."""
    monkeypatch.chdir(tmp_path)
    Path("good.py").write_text(TWICE)
    os.mkfifo("pipe.py")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("socket.py")
    os.symlink("loop.py", "loop.py")
    os.symlink("nothing", "dangling.py")
    os.symlink(".", "itself")
    return tmp_path


def test_a_folder_with_special_files_is_checked(folder: Path) -> None:
    run = run_lint("check", cwd=folder)
    assert (run.returncode, run.stdout.count("RTG101")) == (1, 1), run.stdout + run.stderr


@pytest.mark.parametrize("name", ["pipe.py", "socket.py", "loop.py", "dangling.py"])
def test_special_files_that_are_named_are_told(folder: Path, name: str) -> None:
    run = run_lint("check", name, "good.py", cwd=folder)
    assert run.returncode == 2 and run.stderr.startswith(f"{name}: ") and "RTG101" in run.stdout
