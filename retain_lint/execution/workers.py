"""Who checks chunks of files: processes of this machine, or the workers of a cluster. Floor 5."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Protocol

from retain_lint.results.model import FailureKind, FileResult, fail

Check = Callable[[Sequence[Path]], list[FileResult]]


class Workers(Protocol):
    """Workers behind an executor of `concurrent.futures`. They see the same files under the same paths."""

    @property
    def count(self) -> int:
        """How many chunks they check at once."""

    @property
    def deaths(self) -> tuple[type[Exception], ...]:
        """What the future of a chunk raises whose worker has died."""

    def open(self, most: int) -> AbstractContextManager[Executor]:
        """An executor for at most so many chunks at once; at its end nothing of it is running. Ended by an exception
        (Ctrl-C, too), it begins nothing more."""


@contextmanager
def hold(executor: Executor, **cancel: bool) -> Iterator[Executor]:
    """What `open` of some workers may give: with `cancel` the executor itself forgets what has not begun. A pool whose futures
    were cancelled by somebody else cannot tell that its processes have died."""
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, **cancel)
        raise
    executor.shutdown()


def stream_chunks(
    check: Check, chunks: Sequence[list[Path]], workers: Workers, begin: Sequence[int] = ()
) -> Iterator[list[FileResult]]:
    """The results of the chunks, in their order. `check` must be importable by name, and its results picklable. `begin`: the
    numbers of the chunks in the order in which they are begun, if not in their own."""
    with workers.open(len(chunks)) as executor:
        futures: dict[int, Future[list[FileResult]]] = {}
        for number in begin or range(len(chunks)):
            futures[number] = executor.submit(check, chunks[number])
        for number, chunk in enumerate(chunks):
            yield _wait(check, futures.pop(number), chunk, workers)


def _wait(check: Check, future: Future[list[FileResult]], paths: list[Path], workers: Workers) -> list[FileResult]:
    """The result of a chunk; after the death of a worker, which fails every chunk that was waiting, file by file."""
    try:
        return future.result()
    except workers.deaths:
        return [result for path in paths for result in _check_alone(check, path, workers)]


def _check_alone(check: Check, path: Path, workers: Workers) -> list[FileResult]:
    with workers.open(1) as executor:
        try:
            return executor.submit(check, [path]).result()
        except workers.deaths:
            died = fail(FailureKind.INTERNAL, path, "internal error: the process that checked it died")
            return [FileResult(path, errors=(died,))]
