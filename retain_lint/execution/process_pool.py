"""Processes of this machine as workers. Floor 5."""

from __future__ import annotations

import signal
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager
from dataclasses import dataclass

from retain_lint.execution.workers import hold


@dataclass(frozen=True, slots=True)
class LocalProcesses:
    """So many processes."""

    count: int

    @property
    def deaths(self) -> tuple[type[Exception], ...]:
        """See Workers."""
        return (BrokenProcessPool,)

    def open(self, most: int) -> AbstractContextManager[Executor]:
        """See Workers."""
        pool = ProcessPoolExecutor(max_workers=min(self.count, most), initializer=_die_quietly)
        return hold(pool, cancel_futures=True)


def _die_quietly() -> None:
    """Ctrl-C reaches every process of the terminal: only the first one has something to say."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
