"""What a run costs, as ratios to public tools measured in the same run.

    python benchmarks/performance.py FOLDER SCRIPT [--flake8 PYTHON] [--rounds N]

FOLDER is a tree of Python files, SCRIPT one training script. Each time is the least of N processes from start to end (the runs
over a folder that fill a cache are made once), by the clock. PYTHON is that of an environment with flake8 and none of its
plugins; ruff and libcst are those of this environment. The cache lies in a temporary folder. Prints a table in Markdown.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
PYTHON = sys.executable


def measure(command: Sequence[str], cache: str, rounds: int) -> float:
    """The least seconds of a command. Raises RuntimeError if it does not run."""
    environment = os.environ | {"PYTHONPATH": str(HERE), "RETAIN_LINT_CACHE_DIR": cache}
    taken = []
    for _ in range(rounds):
        started = time.perf_counter()
        run = subprocess.run(command, cwd=HERE, env=environment, capture_output=True, check=False)
        taken.append(time.perf_counter() - started)
        if run.returncode not in (0, 1, 2) or b"Traceback" in run.stderr:
            raise RuntimeError(f"{' '.join(command)}: {run.stderr.decode(errors='replace')}")
    return min(taken)


def compare(name: str, seconds: float, other: str, base: float) -> None:
    """Prints a row."""
    print(f"| {name} | {seconds:.3f} | {other} | {base:.3f} | {seconds / base:.2f} |", flush=True)


def measure_folder(folder: str, flake8: str | None, cache: str, rounds: int) -> None:
    """The rows of a tree."""
    check = [PYTHON, "-m", "retain_lint", "check", "--isolated", "--quiet", folder]
    ruff = measure(["ruff", "check", "--isolated", "--select", "F401", "--no-cache", "--quiet", folder], cache, rounds)
    cold = measure(check, cache, 1)
    compare("tree, warm", measure(check, cache, rounds), "`ruff check --select F401 --no-cache`", ruff)
    if flake8 is None:
        compare("tree, cold", cold, "`ruff check --select F401 --no-cache`", ruff)
        return
    bare = measure([flake8, "-m", "flake8", "--isolated", folder], cache, 1)
    compare("tree, cold", cold, "bare `flake8`", bare)
    ours = [PYTHON, "-m", "flake8", "--isolated", folder]
    compare("`flake8` with the plugin, warm", measure(ours, cache, 1), "bare `flake8`", bare)


def measure_script(script: str, cache: str, rounds: int) -> None:
    """The rows of one file."""
    check = [PYTHON, "-m", "retain_lint", "check", "--isolated", "--quiet", script]
    start = measure([PYTHON, "-c", "pass"], cache, rounds)
    parser = measure([PYTHON, "-c", "import libcst"], cache, rounds)
    compare("script, cold", measure([*check, "--no-cache"], cache, rounds), '`python -c "import libcst"`', parser)
    measure(check, cache, 1)
    compare("script, warm", measure(check, cache, rounds), "`python -c pass`", start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("script", type=Path)
    parser.add_argument("--flake8", metavar="PYTHON")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    folder, script = (str(path.resolve()) for path in (arguments.folder, arguments.script))
    print("| what | seconds | beside | seconds | ratio |\n|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as cache:
        measure_script(script, cache, arguments.rounds)
        measure_folder(folder, arguments.flake8, cache, arguments.rounds)


if __name__ == "__main__":
    main()
