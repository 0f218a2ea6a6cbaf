"""What a run costs, as ratios to public tools measured in the same run.

    python benchmarks/performance.py [--work FOLDER] [--wheels NAME ...] [--script FILE] [--rounds N] [--write]

Checks the unpacked wheels of well-known packages, all six of them if none is named, and one training script. Tools and wheels
are downloaded into FOLDER, at pinned versions, the first time. Each time is the least of N processes from start to end, by the
clock; what takes long, or fills a cache, is run once. Prints a table in Markdown; with --write it goes into docs/performance.md
and its ratios, as a plot (which needs matplotlib), beside it. With all wheels the slowest tool takes more than an hour.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from performance_page import TABLE_HEAD, Row, write_page
from performance_setup import HERE, WHEELS, Setup, count_files


def measure(command: Sequence[str], cache: str, rounds: int = 1) -> float:
    """The least seconds of a command. Raises RuntimeError if it does not run."""
    environment = os.environ | {"RETAIN_LINT_CACHE_DIR": cache}
    taken = []
    for _ in range(rounds):
        started = time.perf_counter()
        run = subprocess.run(command, cwd=cache, env=environment, capture_output=True, check=False)
        taken.append(time.perf_counter() - started)
        if run.returncode not in (0, 1, 2) or b"Traceback" in run.stderr:
            raise RuntimeError(f"{' '.join(command)}: {run.stderr.decode(errors='replace')}")
    return min(taken)


def measure_script(setup: Setup, script: str, cache: str, rounds: int) -> Iterator[Row]:
    """The rows of one file."""
    check = setup.tool("retain-lint", "retain-lint", "check", "--isolated", "--quiet", script)
    parser = measure(setup.tool("retain-lint", "python", "-c", "import libcst"), cache, rounds)
    yield Row("script, cold", measure([*check, "--no-cache"], cache, rounds), "`python -c 'import libcst'`", parser)
    measure(check, cache)
    start = measure(setup.tool("retain-lint", "python", "-c", "pass"), cache, rounds)
    yield Row("script, warm", measure(check, cache, rounds), "`python -c pass`", start)


def measure_tree(setup: Setup, tree: str, cache: str, rounds: int) -> Iterator[Row]:
    """The rows of a folder. The first run fills the cache that the second one reads."""
    check = setup.tool("retain-lint", "retain-lint", "check", "--isolated", "--quiet", tree)
    cold, warm = measure(check, cache), measure(check, cache, rounds)
    ruff = setup.tool("ruff", "ruff", "check", "--isolated", "--select", "F401", "--no-cache", "--quiet", tree)
    yield Row("tree, warm", warm, "`ruff check --select F401 --no-cache`", measure(ruff, cache, rounds))
    flake8 = measure(setup.tool("flake8", "flake8", "--isolated", tree), cache)
    yield Row("tree, cold", cold, "bare `flake8`", flake8)
    ours = setup.tool("retain-lint", "flake8", "--isolated", tree)
    with tempfile.TemporaryDirectory() as other:
        yield Row("`flake8` with the plugin, cold", measure(ours, other), "bare `flake8`", flake8)
        yield Row("`flake8` with the plugin, warm", measure(ours, other), "bare `flake8`", flake8)
    preflight = setup.tool("torch-preflight", "torch-preflight", "check", tree)
    yield Row("tree, cold", cold, "`torch-preflight check`", measure(preflight, cache))
    torchfix = setup.tool("torchfix", "torchfix", "--select", "ALL", tree)
    yield Row("tree, cold", cold, "`torchfix --select ALL`", measure(torchfix, cache))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=HERE / "build" / "performance")
    parser.add_argument("--wheels", nargs="+", choices=WHEELS, default=list(WHEELS))
    parser.add_argument("--script", type=Path, default=HERE / "examples" / "gan.py")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    setup = Setup(arguments.work.resolve())
    tree = setup.tree(arguments.wheels)
    title = f"{count_files(tree):,} files of " + ", ".join(f"{name} {WHEELS[name]}" for name in arguments.wheels)
    title += f"; the script is {arguments.script.name}, {len(arguments.script.read_text().splitlines())} lines"
    print(f"{title}\n\n{TABLE_HEAD}", flush=True)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as cache:
        rows += map(_show, measure_script(setup, str(arguments.script.resolve()), cache, arguments.rounds))
        rows += map(_show, measure_tree(setup, str(tree), cache, arguments.rounds))
    if arguments.write:
        options = "" if arguments.wheels == list(WHEELS) else " --wheels " + " ".join(arguments.wheels)
        write_page(HERE / "docs" / "performance.md", title, options, os.cpu_count() or 1, rows)


def _show(row: Row) -> Row:
    print(row, flush=True)
    return row


if __name__ == "__main__":
    main()
