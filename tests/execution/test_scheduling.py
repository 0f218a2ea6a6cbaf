"""Many files: the same results in the same order, whatever the number of processes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from retain_lint.execution import scheduling, workers
from retain_lint.execution.process_pool import LocalProcesses
from retain_lint.execution.scheduling import check_chunk, check_files, count_cores
from retain_lint.execution.workers import stream_chunks
from retain_lint.results.model import FileResult
from tests.commands import CLEAN, FREED, RETAINED, run_lint, write_files


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    texts = [FREED, RETAINED, CLEAN, "def f(:\n", "x = 1\n"]
    write_files(tmp_path, **{f"file{number:02}": texts[number % len(texts)] for number in range(20)})
    return [*sorted(tmp_path.iterdir()), tmp_path / "absent.py"]


@pytest.mark.parametrize("jobs", [2, 3, 50])
def test_results_do_not_depend_on_the_number_of_processes(
    paths: list[Path], jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    serial = check_chunk(paths)
    monkeypatch.setattr(scheduling, "_WORTH_A_POOL", 0.0)
    assert check_files(paths, jobs) == serial
    assert [result.path for result in serial] == paths
    assert sum(bool(result.errors) for result in serial) == 5


def test_output_does_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    padding = "# " + "x" * 40_000 + "\n"  # makes the work look worth a pool
    write_files(tmp_path, **{f"file{number}": padding + (FREED, RETAINED)[number % 2] for number in range(10)})
    one, two = (run_lint("check", "--jobs", jobs, cwd=tmp_path) for jobs in ("1", "2"))
    assert (one.stdout, one.stderr, one.returncode) == (two.stdout, two.stderr, two.returncode)
    assert one.stdout.count("RTG101") == 5


def test_a_few_files_start_no_processes(paths: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:

    monkeypatch.setattr(workers, "stream_chunks", None)  # calling it would raise
    assert len(check_files(paths, 8)) == len(paths)


def die_on_some(paths: Sequence[Path]) -> list[FileResult]:
    """A check whose process dies at one file."""
    if any(path.name == "die.py" for path in paths):
        os._exit(1)
    return [FileResult(path) for path in paths]


def test_the_death_of_a_process_costs_one_file() -> None:
    chunks = [[Path("a.py"), Path("b.py")], [Path("c.py"), Path("die.py")], [Path("e.py")]]
    results = [result for chunk in stream_chunks(die_on_some, chunks, LocalProcesses(2)) for result in chunk]
    assert [result.path for result in results] == [path for chunk in chunks for path in chunk]
    (failed,) = (result for result in results if result.errors)
    assert str(failed.errors[0]) == "die.py: internal error: the process that checked it died"


def list_names(paths: Sequence[Path]) -> list[FileResult]:
    """A check that tells when it was made, by the files that there are."""
    for path in paths:
        path.touch()
    return [
        FileResult(path, statistics={"before": len(list(paths[0].parent.iterdir())) - len(paths)}) for path in paths
    ]


def test_chunks_are_begun_in_the_given_order_and_end_in_their_own(tmp_path: Path) -> None:
    chunks = [[tmp_path / "a"], [tmp_path / "b"], [tmp_path / "c"]]
    results = [result for chunk in stream_chunks(list_names, chunks, LocalProcesses(1), [2, 0, 1]) for result in chunk]
    assert [(result.path.name, result.statistics["before"]) for result in results] == [("a", 1), ("b", 2), ("c", 0)]


def test_a_heavy_file_is_alone_and_begun_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, **{f"file{number}": FREED for number in range(9)})
    write_files(tmp_path, file5=FREED + "# " + "x" * 300_000 + "\n")
    begun: list[list[str]] = []

    def note(check: object, chunks: Sequence[list[Path]], _: object, begin: Sequence[int]) -> list[list[FileResult]]:
        begun.extend([path.stem for path in chunks[number]] for number in begin)
        return [check_chunk(chunk) for chunk in chunks]

    monkeypatch.setattr(workers, "stream_chunks", note)
    assert len(check_files(sorted(tmp_path.iterdir()), 2)) == 9
    assert begun[0] == ["file5"] and sorted(name for chunk in begun for name in chunk) == [f"file{n}" for n in range(9)]


def test_cores() -> None:
    assert 1 <= count_cores() <= (os.cpu_count() or 1)


def test_wrong_number_of_jobs(tmp_path: Path) -> None:
    for jobs in ("0", "-1", "many"):
        run = run_lint("check", "--jobs", jobs, cwd=tmp_path)
        assert run.returncode == 2 and "--jobs" in run.stderr
