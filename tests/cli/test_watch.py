"""`check --watch`, in a process of its own, while files change under it."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.commands import CLEAN, FREED, RETAINED, hear_interrupts, run_lint, write_files

WAITING = "Watching for changes; Ctrl-C ends."
_PATIENCE = 60.0


@dataclass
class Watch:
    """A running watch."""

    process: subprocess.Popen[str]
    lines: queue.Queue[str]

    def read(self) -> list[str]:
        """What it says until it waits again."""
        said: list[str] = []
        while (line := self.lines.get(timeout=_PATIENCE)) != WAITING:
            said.append(line)
        return said

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(_PATIENCE)


@contextmanager
def start(folder: Path, *arguments: str) -> Iterator[Watch]:
    """Runs `check --watch`; its findings and its last words in one stream."""
    process = subprocess.Popen(
        [sys.executable, "-m", "retain_lint", "check", "--watch", "--output-format", "concise", *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
        preexec_fn=hear_interrupts,
    )
    assert process.stdout is not None
    lines: queue.Queue[str] = queue.Queue()
    stream = process.stdout
    threading.Thread(target=lambda: [lines.put(line.rstrip("\n")) for line in stream], daemon=True).start()
    try:
        yield Watch(process, lines)
    finally:
        process.kill()
        process.wait()
        stream.close()


def replace(path: Path, text: str) -> None:
    """As editors save: a new file takes the place of the old one."""
    new = path.with_name("4913~")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def test_a_folder_is_checked_again_after_each_change(tmp_path: Path) -> None:
    write_files(tmp_path, train=CLEAN)
    with start(tmp_path) as watch:
        assert watch.read() == ["Nothing found in 1 file."]
        write_files(tmp_path, train=FREED)
        assert watch.read()[0].startswith("train.py:6:1: RTG101 ")
        (tmp_path / "notes.txt").write_text("no file of ours", encoding="utf-8")
        (tmp_path / "inner").mkdir()
        write_files(tmp_path / "inner", more=RETAINED)
        assert [line.split(":")[0] for line in watch.read() if " RTG" in line] == ["inner/more.py", "train.py"]
        (tmp_path / "retain-lint.toml").write_text("selekt = []", encoding="utf-8")
        assert "did you mean `select`?" in watch.read()[0]
        (tmp_path / "retain-lint.toml").write_text('select = ["RTG2"]', encoding="utf-8")
        assert "Found 1 finding in 1 file." in watch.read()
        assert watch.stop() == 130


def test_a_file_that_an_editor_replaces_and_the_configuration_above(tmp_path: Path) -> None:
    folder = tmp_path / "inner"
    folder.mkdir()
    (tmp_path / "retain-lint.toml").write_text('ignore = ["RTG2"]', encoding="utf-8")
    write_files(folder, train=CLEAN)
    with start(folder, "train.py") as watch:
        assert watch.read() == ["Nothing found in 1 file."]
        for text, found in ((FREED, True), (RETAINED, False), (FREED, True)):
            write_files(folder, other=FREED)
            replace(folder / "train.py", text)
            assert any(line.startswith("train.py:") for line in watch.read()) == found
        replace(tmp_path / "retain-lint.toml", 'ignore = ["RTG1"]')
        assert watch.read() == ["Nothing found in 1 file."]


def test_wrong_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "together with stdin" in run_lint("check", "--watch", "-", cwd=tmp_path).stderr
    assert run_lint("check", "--watch", "--select", "RTG9x", cwd=tmp_path).returncode == 2
    monkeypatch.setitem(sys.modules, "watchfiles", None)  # importing it raises ImportError
    run = run_lint("check", "--watch", cwd=tmp_path)
    assert run.returncode == 2 and "pip install 'retain-lint[watch]'" in run.stderr
