"""How much faster the compiled package is than the same modules as Python, and whether both find the same.

    RETAIN_LINT_MYPYC=1 python -m pip install --no-deps --target COMPILED .
    python benchmarks/compiled.py COMPILED FILES_OR_FOLDERS... [--rounds N]

Two processes, one with each package, check each file in turn, so that what else the machine does is shared; a file counts with the
least CPU seconds of its rounds. The first file is checked once more before, which loads the modules. Printed: the files whose results
differ, and the sum, the median and the ratio of the seconds, of all files and of those that take the longest.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parents[1]
#: this many of the files that take the longest have a row of their own
HEAVIEST = 10


def serve() -> None:
    """Checks the files that stdin names, one a line, and answers with the seconds and with what was found."""
    from retain_lint.cache.codec import encode
    from retain_lint.runner import Runner

    for line in sys.stdin:
        start = time.process_time()
        result = Runner().check_file(Path(line.rstrip("\n")))
        seconds = time.process_time() - start
        found = encode((result.reported, result.errors, result.calls, tuple(sorted(result.statistics.items()))))
        print(f"{seconds} {found!r}", flush=True)


class Side:
    """A process that checks files with the package of a folder."""

    def __init__(self, folder: Path) -> None:
        environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONHASHSEED": "0"}
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--serve"],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def check(self, file: Path) -> tuple[float, str]:
        """The seconds, and what was found."""
        assert self._process.stdin is not None and self._process.stdout is not None
        print(file, file=self._process.stdin, flush=True)
        seconds, found = self._process.stdout.readline().rstrip("\n").split(" ", 1)
        return float(seconds), found


def find_files(paths: list[Path]) -> list[Path]:
    """The Python files among the paths and in the folders."""
    return [file.resolve() for path in paths for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]


def measure(sides: tuple[Side, Side], file: Path, rounds: int) -> tuple[float, float]:
    """The least seconds of both sides."""
    taken: tuple[list[float], list[float]] = ([], [])
    answers = set()
    for _ in range(rounds):
        for side, seconds in zip(sides, taken, strict=True):
            spent, found = side.check(file)
            seconds.append(spent)
            answers.add(found)
    if len(answers) > 1:
        print(f"differs: {file}")
    return min(taken[0]), min(taken[1])


def show(name: str, pairs: list[tuple[float, float]]) -> None:
    """Prints the row of some files."""
    python, compiled = (sum(column) for column in zip(*pairs, strict=True))
    middle = median(one / other for one, other in pairs)
    print(f"| {name} | {len(pairs)} | {python:.2f} | {compiled:.2f} | {python / compiled:.2f} | {middle:.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("compiled", type=Path)
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    if not any(path.suffix in (".so", ".pyd") for path in (arguments.compiled / "retain_lint" / "domain").glob("*")):
        parser.error(f"nothing is compiled in {arguments.compiled}")
    sides, files = (Side(HERE), Side(arguments.compiled.resolve())), find_files(arguments.paths)
    measure(sides, files[0], 1)
    pairs = sorted((measure(sides, file, arguments.rounds) for file in files), reverse=True)
    print("| files | number | Python, s | compiled, s | ratio of the sums | median ratio |\n|---|---|---|---|---|---|")
    show("all", pairs)
    show("the heaviest", pairs[:HEAVIEST])


if __name__ == "__main__":
    serve() if sys.argv[1:] == ["--serve"] else main()
