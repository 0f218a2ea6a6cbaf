"""Many files at once: in one process when that is faster, else in several, the results in the same order. Floor 5."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from retain_lint.cache.results import Cache
from retain_lint.execution.collector import rare_collections
from retain_lint.frontend.text import can_matter
from retain_lint.project.files import Files
from retain_lint.results.model import FileResult
from retain_lint.runner import Runner

if TYPE_CHECKING:
    from retain_lint.execution.workers import Workers

# Measured on one core, to tell whether starting processes pays: what checking a byte costs, in seconds.
_SECONDS_PER_ANALYSED_BYTE = 5e-6
_SECONDS_PER_COMPILED_BYTE = 1.2e-7
_WORTH_A_POOL = 1.0
_CHUNKS_PER_JOB = 8


@dataclass(frozen=True, slots=True)
class _Job:
    path: Path
    seconds: float


def count_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_files(
    paths: Sequence[Path], jobs: int, *, cache: Cache | None = None, workers: Workers | None = None
) -> list[FileResult]:
    """The results of the files, in their order, whatever the number of processes and whether they are in the cache."""
    return list(stream_files(paths, jobs, cache=cache, workers=workers))


def stream_files(
    paths: Sequence[Path],
    jobs: int,
    *,
    pictures: bool = False,
    cache: Cache | None = None,
    workers: Workers | None = None,
) -> Iterator[FileResult]:
    """The same, each as soon as it is there; with `pictures` of their functions. `workers`: others than `jobs` processes."""
    check = partial(_stream_checked, jobs=jobs, pictures=pictures, workers=workers)
    return check(paths) if cache is None else cache.stream(paths, check)


def _stream_checked(paths: Sequence[Path], jobs: int, pictures: bool, workers: Workers | None) -> Iterator[FileResult]:
    work = [_Job(path, _estimate(path)) for path in paths]
    if not work or (workers is None and (jobs <= 1 or len(work) <= 1 or _sum(work) < _WORTH_A_POOL)):
        yield from _stream_chunk(paths, pictures, Path.cwd())
        return
    # Imported here: 20 ms that a run over a few files need not pay.
    from retain_lint.execution.process_pool import LocalProcesses
    from retain_lint.execution.workers import stream_chunks

    workers = workers or LocalProcesses(jobs)
    chunks = list(_split(work, workers.count * _CHUNKS_PER_JOB))
    paths_of = [[job.path for job in chunk] for chunk in chunks]
    # The longest ones first: none of them is left over when the other processes have ended.
    begin = sorted(range(len(chunks)), key=lambda number: -_sum(chunks[number]))
    check = partial(check_chunk, pictures=pictures, working=Path.cwd())
    for results in stream_chunks(check, paths_of, workers, begin):
        yield from results


def check_chunk(paths: Sequence[Path], *, pictures: bool = False, working: Path | None = None) -> list[FileResult]:
    """The results of the files, checked in this process, for a run that was started in the folder `working`."""
    return list(_stream_chunk(paths, pictures, working or Path.cwd()))


def _stream_chunk(paths: Sequence[Path], pictures: bool, working: Path) -> Iterator[FileResult]:
    runner = Runner(pictures, files=Files(working))
    with rare_collections():
        for path in paths:
            yield runner.check_file(path)


def _estimate(path: Path) -> float:
    """Seconds that the file may take."""
    try:
        data = path.read_bytes()
    except OSError:
        return 0.0
    return len(data) * (_SECONDS_PER_ANALYSED_BYTE if can_matter(data) else _SECONDS_PER_COMPILED_BYTE)


def _split(work: Sequence[_Job], count: int) -> Iterator[list[_Job]]:
    """About `count` runs of neighbouring files, of about equal cost; a file that costs as much as others together is alone."""
    share = _sum(work) / count
    chunk: list[_Job] = []
    for job in work:
        if chunk and (_sum(chunk) >= share or job.seconds >= share):
            yield chunk
            chunk = []
        chunk.append(job)
    if chunk:
        yield chunk


def _sum(jobs: Iterable[_Job]) -> float:
    return sum(job.seconds for job in jobs)
