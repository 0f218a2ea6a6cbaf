"""How much CPU the command takes beside that of another checkout, file by file.

    python benchmarks/paired.py OTHER_CHECKOUT FILES_OR_FOLDERS... [--flake8 PYTHON]

Each Python file is checked in a process of its own, by this checkout, the other one and, if given the Python of an environment
with flake8 and none of its plugins, by that, in turn, so that what else the machine does is shared. Printed for each: the sum of
CPU seconds, the median and the 90 % quantile, and the ratios of the sums.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

HERE = Path(__file__).resolve().parents[1]


class Way(NamedTuple):
    """A command for one file, and where it runs: from there Python imports first."""

    name: str
    command: tuple[str, ...]
    folder: Path


def list_ways(other: Path, flake8: str | None) -> list[Way]:
    """The commands that are measured."""
    check = (sys.executable, "-m", "retain_lint", "check", "--isolated", "--quiet")
    ways = [Way("here", check, HERE), Way("there", check, other)]
    return ways + [Way("flake8", (flake8, "-m", "flake8", "--isolated"), HERE.parent)] if flake8 else ways


def find_files(paths: list[Path]) -> list[Path]:
    """The Python files among the paths and in the folders."""
    return [file.resolve() for path in paths for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]


def measure(way: Way, file: Path) -> float:
    """CPU seconds of one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = os.environ | {"PYTHONPATH": str(way.folder)}
    subprocess.run([*way.command, str(file)], cwd=way.folder, env=environment, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=lambda name: Path(name).resolve())
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("--flake8", metavar="PYTHON")
    arguments = parser.parse_args()
    ways, files = list_ways(arguments.other, arguments.flake8), find_files(arguments.paths)
    taken: dict[str, list[float]] = {way.name: [] for way in ways}
    for file in files:
        for way in ways:
            taken[way.name].append(measure(way, file))
    print(f"{len(files)} files\n{'':8} {'sum':>9} {'median':>8} {'90 %':>8} {'ratio':>8}")
    for name, seconds in taken.items():
        tail = quantiles(seconds, n=10)[-1] if len(seconds) > 1 else seconds[0]
        ratio = sum(taken["here"]) / sum(seconds)
        print(f"{name:8} {sum(seconds):9.1f} {median(seconds):8.2f} {tail:8.2f} {ratio:8.2f}")


if __name__ == "__main__":
    main()
