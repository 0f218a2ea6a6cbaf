"""A fix that cannot be written, or is killed while it is, leaves the file old or new, and whole."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from retain_lint.fixing import documents
from retain_lint.fixing.documents import replace_file

OLD, NEW = b"old = 1\n" * 1000, b"new = 2\n" * 1000
#: the calls by which a file is replaced; each may fail, or be the last that the process makes
STEPS = ("tempfile.mkstemp", "os.fdopen", "os.chmod", "os.replace")
KILLED = """
import os, signal, sys, tempfile
from pathlib import Path
from retain_lint.fixing import documents
module, name = sys.argv[2].split(".")
owner = getattr(documents, module)
real = getattr(owner, name)
def killed(*arguments, **keywords):
    if sys.argv[3] == "after":
        real(*arguments, **keywords)
    os.kill(os.getpid(), signal.SIGKILL)
setattr(owner, name, killed)
documents.replace_file(Path(sys.argv[1]), b"old = 1\\n" * 1000, b"new = 2\\n" * 1000)
"""


@pytest.mark.parametrize("step", STEPS)
def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "program.py"
    path.write_bytes(OLD)

    def fail(*arguments: object, **keywords: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    owner, name = step.split(".")
    monkeypatch.setattr(getattr(documents, owner), name, fail)
    with pytest.raises(OSError, match="No space left"):
        replace_file(path, OLD, NEW)
    assert path.read_bytes() == OLD and os.listdir(tmp_path) == ["program.py"]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("step", STEPS)
def test_a_killed_process_leaves_a_whole_file(step: str, moment: str, tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_bytes(OLD)
    run = subprocess.run([sys.executable, "-c", KILLED, path, step, moment])
    assert run.returncode == -signal.SIGKILL
    assert path.read_bytes() == (NEW if (step, moment) == ("os.replace", "after") else OLD)
