"""What first answers remember of the project's files: each is read and parsed once, as long as it stays the same. Floor 6."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from retain_lint.project.files import Files
from retain_lint.runner import Runner

Stamp = tuple[int, int]
#: what was changed so shortly before it was read may have been changed after it within the same tick
_TICK_NS = 2_000_000_000


@dataclass(slots=True)
class Memory:
    """Lends a runner that knows what the disk still has. A file is known by its size and time, a folder by what it holds."""

    _runner: Runner = field(default_factory=lambda: Runner(brief=True))
    _stamps: dict[str, Stamp | None] = field(default_factory=dict)
    _started: int = 0

    def recall(self) -> Runner:
        """The runner for the next text. What the last one has read is known from now on."""
        files = self._runner.files
        for name in (*map(str, files.digests), *files.folders):
            self._stamps.setdefault(name, self._stamp(name))
        changed = {name for name, stamp in self._stamps.items() if stamp is None or stamp != _read_stamp(name)}
        if self._have_other_names(changed.intersection(files.folders)):
            self._runner = Runner(brief=True)
            self._stamps = {}
        else:
            self._forget(changed)
        self._started = time.time_ns()
        return self._runner

    def _stamp(self, name: str) -> Stamp | None:
        """What tells that nothing has changed since the last text was looked at; None if that cannot be told."""
        stamp = _read_stamp(name)
        return stamp if stamp is None or stamp[0] < self._started - _TICK_NS else None

    def _have_other_names(self, folders: Iterable[str]) -> bool:
        now, known = Files(), self._runner.files.folders
        return any(now.list_folder(folder) != known[folder] for folder in folders)

    def _forget(self, names: Iterable[str]) -> None:
        runner = self._runner
        runner.files.surroundings.clear()
        runner.files.changed.clear()
        for name in names:
            self._stamps.pop(name)
            for table in (runner.imported, runner.torch_uses, runner.files.digests, runner.files.words):
                table.pop(Path(name), None)


def _read_stamp(name: str) -> Stamp | None:
    try:
        stat = os.stat(name)
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size
