"""Processes that check chunks of files, and what happens when one of them dies. Floor 5."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from retain_lint.results.model import FailureKind, FileResult, fail

Check = Callable[[Sequence[Path]], list[FileResult]]


def stream_chunks(
    check: Check, chunks: Sequence[list[Path]], jobs: int, begin: Sequence[int] = ()
) -> Iterator[list[FileResult]]:
    """The results of the chunks, in their order. `check` must be importable by name, and its results picklable. `begin`: the
    numbers of the chunks in the order in which they are begun, if not in their own."""
    pool = ProcessPoolExecutor(max_workers=min(jobs, len(chunks)), initializer=_die_quietly)
    with pool:
        try:
            futures = {number: pool.submit(check, chunks[number]) for number in begin or range(len(chunks))}
            for number, chunk in enumerate(chunks):
                yield _wait(check, futures.pop(number), chunk)
        except BaseException:  # Ctrl-C, too: what has not begun is not wanted any more
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _die_quietly() -> None:
    """Ctrl-C reaches every process of the terminal: only the first one has something to say."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _wait(check: Check, future: Future[list[FileResult]], paths: list[Path]) -> list[FileResult]:
    """The result of a chunk; after the death of a process, which fails every chunk that was waiting, file by file."""
    try:
        return future.result()
    except BrokenProcessPool:
        return [result for path in paths for result in _check_alone(check, path)]


def _check_alone(check: Check, path: Path) -> list[FileResult]:
    with ProcessPoolExecutor(max_workers=1) as pool:
        try:
            return pool.submit(check, [path]).result()
        except BrokenProcessPool:
            return [
                FileResult(
                    path, errors=(fail(FailureKind.INTERNAL, path, "internal error: the process that checked it died"),)
                )
            ]
