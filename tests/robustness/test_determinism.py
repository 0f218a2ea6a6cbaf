"""The same files give the same bytes, whatever the processes, the order of the files and the seed of the hashes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.truth.program_files import FOLDER

ROOT = Path(__file__).parent.parent.parent
#: programs, at least
_MANY = 80


def report(folder: Path, seed: int, *arguments: str) -> bytes:
    """What a run in a process of its own prints about the findings and the engine calls."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": str(seed)}
    command = [sys.executable, "-m", "retain_lint", "check", "--isolated", "--output-format", "full", *arguments]
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True)
    assert run.returncode == 1, run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Programs of known truth, from everywhere among them."""
    made = tmp_path_factory.mktemp("programs")
    programs = sorted(FOLDER.glob("*.py"))
    for path in programs[:: len(programs) // _MANY]:
        shutil.copy(path, made)
    return made


def test_bytes_are_the_same(folder: Path) -> None:
    names = sorted(os.listdir(folder))
    fresh = "--no-cache"
    expected = report(folder, 0, "--jobs", "1", fresh, ".")
    assert expected.count(b"RTG") > 10
    for seed, jobs in ((1, "8"), (2, "1")):
        assert report(folder, seed, "--jobs", jobs, fresh, ".") == expected
    given = report(folder, 1, "--jobs", "2", fresh, *names[::-1])
    assert sorted(given.splitlines()) == sorted(expected.splitlines())
