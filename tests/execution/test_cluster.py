"""A cluster of several worker processes: the same results in the same order, also when one of them is killed on the way."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from distributed import LocalCluster

from retain_lint.execution.cluster import UnreachableCluster, connect
from retain_lint.execution.scheduling import check_chunk, check_files
from retain_lint.execution.workers import stream_chunks
from retain_lint.results.model import FileResult
from tests.commands import CLEAN, FREED, RETAINED, run_lint, write_files

WORKERS = 3


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with LocalCluster(
        n_workers=WORKERS,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        silence_logs=50,
    ) as cluster:
        cluster.scheduler.allowed_failures = 1
        yield cluster.scheduler_address


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    texts = [FREED, RETAINED, CLEAN, "def f(:\n", "x = 1\n"]
    write_files(tmp_path, **{f"file{number:02}": texts[number % len(texts)] for number in range(20)})
    return [*sorted(tmp_path.iterdir()), tmp_path / "absent.py"]


def test_a_cluster_gives_the_same_results_in_the_same_order(address: str, paths: list[Path]) -> None:
    with connect(address) as cluster:
        assert cluster.count == WORKERS
        assert check_files(paths, 1, workers=cluster) == check_chunk(paths)


def kill_once(paths: Sequence[Path]) -> list[FileResult]:
    """A check whose worker is killed at one file, the first time that it comes there."""
    for path in paths:
        killed = path.parent / "killed"
        if path.name == "file07.py" and not killed.exists():
            killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.01)
    return check_chunk(paths)


def test_a_worker_that_is_killed_on_the_way_changes_nothing(address: str, paths: list[Path]) -> None:
    with connect(address) as cluster:
        chunks = [[path] for path in paths]
        results = [result for chunk in stream_chunks(kill_once, chunks, cluster) for result in chunk]
    assert (paths[0].parent / "killed").exists()
    assert results == check_chunk(paths)


def kill_at_one_file(paths: Sequence[Path]) -> list[FileResult]:
    """A check that kills each worker which comes to one file."""
    if any(path.name == "file07.py" for path in paths):
        os.kill(os.getpid(), signal.SIGKILL)
    return check_chunk(paths)


def test_a_file_that_kills_its_workers_is_told(address: str, paths: list[Path]) -> None:
    chunks = [paths[:6], paths[6:9], paths[9:]]
    with connect(address) as cluster:
        results = [result for chunk in stream_chunks(kill_at_one_file, chunks, cluster) for result in chunk]
    assert [result.path for result in results] == paths
    (died,) = (result for result in results if any("died" in str(error) for error in result.errors))
    assert died.path.name == "file07.py"
    expected = check_chunk(paths)
    assert [r for r in results if r is not died] == [r for r in expected if r.path != died.path]


def linger(paths: Sequence[Path]) -> list[FileResult]:
    """A check that takes a while for all files but the first."""
    time.sleep(0 if paths[0].name == "file00.py" else 1)
    return check_chunk(paths)


def test_ctrl_c_ends_a_run_on_a_cluster(address: str, paths: list[Path]) -> None:
    with connect(address) as cluster:
        stream = stream_chunks(linger, [[path] for path in paths], cluster)
        assert next(stream) == check_chunk(paths[:1])
        with pytest.raises(KeyboardInterrupt):
            stream.throw(KeyboardInterrupt)


def test_the_command_prints_the_same_on_a_cluster(address: str, paths: list[Path]) -> None:
    folder = paths[0].parent
    for command in ("check", "calls"):
        here = run_lint(command, "--no-cache", cwd=folder)
        there = run_lint(command, "--no-cache", "--cluster", address, cwd=folder)
        assert (there.stdout, there.returncode) == (here.stdout, here.returncode)
        assert here.stdout


def test_no_cluster_at_the_address_is_a_clear_line(monkeypatch: pytest.MonkeyPatch, paths: list[Path]) -> None:
    monkeypatch.setattr("retain_lint.execution.cluster._PATIENCE", 1)
    with pytest.raises(UnreachableCluster, match=r"no cluster answers at 127\.0\.0\.1:9"), connect("127.0.0.1:9"):
        pass
    told = run_lint("check", "--cluster", "nonsense://x", cwd=paths[0].parent)
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.splitlines()[-1].startswith("retain-lint: --cluster: no cluster answers at nonsense://x")


def test_a_configuration_cannot_name_a_cluster(paths: list[Path]) -> None:
    folder = paths[0].parent
    (folder / "retain-lint.toml").write_text('cluster = "tcp://10.0.0.1:8786"\n', encoding="utf-8")
    told = run_lint("check", cwd=folder)
    assert told.returncode == 2
    assert "cluster" in told.stderr
