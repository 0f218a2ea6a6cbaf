"""The long run: `python -m tests.differential.run --count 20000 --seed 0 --jobs 2`. See docs/differential.md."""

from __future__ import annotations

import argparse
import multiprocessing
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.differential.agreement import Disagreement
from tests.differential.generator.programs import Program
from tests.differential.table import Table
from tests.differential.trials import Trial, shrink, try_seed


def main() -> int:
    """Prints the table; the exit code says whether any program disagreed."""
    options = _parse()
    folder = Path(options.into or tempfile.mkdtemp(prefix="disagreements-"))
    folder.mkdir(parents=True, exist_ok=True)
    table, written = Table(), Counter[str]()
    start = time.monotonic()
    for trial in run_trials(range(options.seed, options.seed + options.count), options.jobs):
        table.add(trial)
        if trial.crash:
            (folder / f"{trial.seed}_crash.py").write_text(f"# {trial.crash}\n{trial.text}")
        for found in trial.disagreements:
            written[found.name] += 1
            _report(trial, found, folder, options.tries if written[found.name] <= options.shrink else 0)
        if options.progress and table.programs % options.progress == 0:
            print(table.render(time.monotonic() - start), flush=True)
    print(table.render(time.monotonic() - start))
    print(f"disagreements are written into {folder}" if written else "no disagreement")
    return 1 if written or table.crashes else 0


def run_trials(seeds: Iterable[int], jobs: int) -> Iterator[Trial]:
    """The trials of the seeds, in forked workers, as they are done."""
    if jobs == 1:
        yield from map(try_seed, seeds)
        return
    with multiprocessing.get_context("fork").Pool(jobs, maxtasksperchild=500) as pool:
        yield from pool.imap_unordered(try_seed, seeds, chunksize=5)


def _report(trial: Trial, found: Disagreement, folder: Path, tries: int) -> None:
    text = shrink(Program(trial.text, trial.coins), found.name, tries) if tries else trial.text
    name = found.name.replace(" ", "_").replace("/", "_")
    path = folder / f"{name}_{trial.seed}_{found.line}.py"
    path.write_text(f"# seed {trial.seed}: {found}{', throws dice' if trial.coins else ''}\n{text}")
    print(f"seed {trial.seed}: {found} -> {path.name}", flush=True)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Generated programs: the analyser against the running torch.")
    parser.add_argument("--count", type=int, default=1000, help="number of programs")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first program; the next one has the next seed")
    parser.add_argument("--jobs", type=int, default=1, help="worker processes")
    parser.add_argument("--into", help="folder for the disagreements (default: a temporary one)")
    parser.add_argument("--shrink", type=int, default=5, help="disagreements of each sort that are made small")
    parser.add_argument("--tries", type=int, default=600, help="programs tried to make a disagreement small")
    parser.add_argument("--progress", type=int, default=0, help="print the table after so many programs")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
