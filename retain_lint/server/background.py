"""A process beside the server that does what takes long, one thing at a time. Floor 6.

What it does need not be waited for: it is ended when nobody wants the outcome any more, and restarted.
"""

from __future__ import annotations

import asyncio
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

from retain_lint.configuration.rule_selection import SelectorError
from retain_lint.configuration.values import ConfigError
from retain_lint.server.checking import CheckedText, check_text, fix_text, warm_up

_CONTEXT = get_context("spawn")


@dataclass(frozen=True, slots=True)
class _Worker:
    process: SpawnProcess
    connection: Connection[Any, Any]

    def ask(self, *order: object) -> Any:
        """What the process answers; None if it dies."""
        try:
            self.connection.send(order)
            return self.connection.recv()
        except (EOFError, OSError):
            return None


class Background:
    """The process, which is started when it is needed first."""

    def __init__(self) -> None:
        self._worker: _Worker | None = None
        self._turn = asyncio.Lock()
        self._waiting = ThreadPoolExecutor(thread_name_prefix="background")

    async def check(self, path: Path, text: str) -> CheckedText | None:
        """The whole check of a text. Cancelled, it is given up. None if the configuration is broken, or it failed."""
        answer = await self._do(True, path, text)
        return answer if isinstance(answer, CheckedText) else None

    async def fix(self, path: Path, text: str) -> str | None:
        """The text with its safe fixes, which are proven by further checks. None as for `check`."""
        answer = await self._do(False, path, text)
        return answer if isinstance(answer, str) else None

    def stop(self) -> None:
        """Ends the process, and what it does."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.process.kill()
            worker.process.join()
            worker.connection.close()

    async def _do(self, checks: bool, path: Path, text: str) -> object:
        async with self._turn:
            if self._worker is None or not self._worker.process.is_alive():
                self._worker = _start()
            asked = asyncio.get_running_loop().run_in_executor(self._waiting, self._worker.ask, checks, path, text)
            try:
                return await asyncio.shield(asked)
            except asyncio.CancelledError:
                self._worker.process.kill()  # its last word ends the thread that waits for it
                await asyncio.wait([asked])
                self.stop()
                self._worker = _start()
                raise


def _start() -> _Worker:
    ours, theirs = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=_work, args=(theirs,), name="retain-lint", daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, ours)


def _work(connection: Connection[Any, Any]) -> None:
    """Answers requests until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)  # first answers come first
    warm_up()  # while nobody waits

    while True:
        try:
            checks, path, text = connection.recv()
            connection.send(_answer(checks, path, text))
        except (EOFError, OSError):
            return


def _answer(checks: bool, path: Path, text: str) -> CheckedText | str | None:
    try:
        return check_text(path, text) if checks else fix_text(path, text)
    except (ConfigError, SelectorError):
        return None
