"""How much CPU the command takes beside that of another checkout, file by file.

    python benchmarks/paired.py OTHER_CHECKOUT FILES_OR_FOLDERS... [--flake8 PYTHON] [--log FILE]

Each Python file is checked in a process of its own, by this checkout, the other one and, if given the Python of an environment
with flake8 and none of its plugins, by that, in turn, so that what else the machine does is shared. Printed for each: the sum of
CPU seconds, the median and the 90 % quantile, the largest peak of memory, how often paths were joined past the bound and ended by
the budget, the findings, and the ratios of the sums. With --log the figures of each file are written as a line of JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

HERE = Path(__file__).resolve().parents[1]


#: as `--statistics` calls what is counted of the budget
JOINS, ENDED = "disjuncts budget cuts", "steps budget cuts"
LIMIT = 600  #: seconds of CPU, after which a process is ended


class Way(NamedTuple):
    """A command for one file, and where it runs: from there Python imports first."""

    name: str
    command: tuple[str, ...]
    folder: Path


class Cost(NamedTuple):
    """Of one process: CPU seconds, peak memory in MB, and the counts that it printed, by name."""

    seconds: float
    peak: float
    counts: dict[str, int]


def list_ways(other: Path, flake8: str | None) -> list[Way]:
    """The commands that are measured."""
    check = (sys.executable, "-m", "retain_lint", "check", "--isolated", "--no-cache", "--statistics")
    check += ("--output-format", "json")
    ways = [Way("here", check, HERE), Way("there", check, other)]
    return ways + [Way("flake8", (flake8, "-m", "flake8", "--isolated"), HERE.parent)] if flake8 else ways


def find_files(paths: list[Path]) -> list[Path]:
    """The Python files among the paths and in the folders."""
    return [file.resolve() for path in paths for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]


def measure(way: Way, file: Path) -> Cost:
    """What one process takes."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            [*way.command, str(file)],
            cwd=way.folder,
            env=os.environ | {"PYTHONPATH": str(way.folder)},
            stdout=output,
            stderr=subprocess.DEVNULL,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT)),
        )
        _, process.returncode, used = os.wait4(process.pid, 0)
        output.seek(0)
        return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, _read_counts(output.read()))


def _read_counts(output: bytes) -> dict[str, int]:
    """The counts of `--statistics`; none of what prints something else, or was ended."""
    try:
        printed = json.loads(output)
    except ValueError:
        return {}
    return {rule["code"]: rule["count"] for rule in printed["rules"]} | printed["analysis"]


def _print_table(costs: dict[str, list[Cost]]) -> None:
    titles = ("sum", "median", "90 %", "MB", "joins", "ended", "findings", "ratio")
    print(f"{'':8}" + "".join(f"{title:>10}" for title in titles))
    whole = sum(cost.seconds for cost in costs["here"])
    for name, given in costs.items():
        seconds = [cost.seconds for cost in given]
        tail = quantiles(seconds, n=10)[-1] if len(seconds) > 1 else seconds[0]
        joins, ended = (sum(cost.counts.get(count, 0) for cost in given) for count in (JOINS, ENDED))
        found = sum(number for cost in given for code, number in cost.counts.items() if code.startswith("RTG"))
        print(
            f"{name:8}{sum(seconds):10.1f}{median(seconds):10.2f}{tail:10.2f}{max(cost.peak for cost in given):10.0f}"
            f"{joins:10}{ended:10}{found:10}{whole / sum(seconds):10.2f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=lambda name: Path(name).resolve())
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("--flake8", metavar="PYTHON")
    parser.add_argument("--log", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    ways, files = list_ways(arguments.other, arguments.flake8), find_files(arguments.paths)
    costs: dict[str, list[Cost]] = {way.name: [] for way in ways}
    for file in files:
        for way in ways:
            costs[way.name].append(measure(way, file))
        if arguments.log:
            row = {name: given[-1]._asdict() for name, given in costs.items()}
            with arguments.log.open("a", encoding="utf-8") as log:
                log.write(json.dumps({"file": str(file), **row}) + "\n")
    print(f"{len(files)} files")
    _print_table(costs)


if __name__ == "__main__":
    main()
