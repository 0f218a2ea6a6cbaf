"""Processes that check chunks of files, and what happens when one of them dies. Floor 5."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from retain_lint.results.model import FailureKind, FileResult, fail

Check = Callable[[Sequence[Path]], list[FileResult]]


def check_chunks(check: Check, chunks: Sequence[list[Path]], jobs: int) -> list[list[FileResult]]:
    """The results of the chunks, in their order. `check` must be importable by name, and its results picklable."""
    with ProcessPoolExecutor(max_workers=min(jobs, len(chunks))) as pool:
        futures = [pool.submit(check, chunk) for chunk in chunks]
        return [_wait(check, future, chunk) for future, chunk in zip(futures, chunks, strict=True)]


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
