"""Checks many mutated training scripts, and keeps those that break something.

    python benchmarks/mutations.py [--count N] [--first N] [--seed S] [--limit SECONDS] [--keep FOLDER] [FOLDER ...]

Each script is a file of the folders (the repository's own examples and test programs without any) with lines, words, names,
statements and expressions exchanged, deleted, doubled and wrapped in odd Python. Each is checked in this process, nothing cached; one
in ten is fixed as well, one drawn, one given a first answer as an editor gets it. An exception, a file that takes longer than the
limit (processor time), one "nested too deeply", and one that takes more than 300 MB of memory are breaks: they are kept in the
folder with what they broke, and the exit code is 1. A file depends on the seed and its number alone. `current.py` in that folder
is what was being checked, should the process itself die.
"""

from __future__ import annotations

import argparse
import random
import resource
import signal
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from retain_lint.configuration.rule_selection import Selection  # noqa: E402
from retain_lint.diagnostic import Confidence  # noqa: E402
from retain_lint.fixing.verified_fixes import Fixer  # noqa: E402
from retain_lint.results.filters import Filter, list_rule_names  # noqa: E402
from retain_lint.results.model import FailureKind, FileResult  # noqa: E402
from retain_lint.runner import Runner  # noqa: E402
from tests.robustness.checking import ENDING, PRELUDE  # noqa: E402
from tests.robustness.mutators import mutate  # noqa: E402

OWN = (ROOT / "examples", ROOT / "tests" / "truth" / "programs", ROOT / "tests" / "regressions" / "programs")
#: longer scripts cost too much for what they bring
LONGEST = 20_000
#: more than this, in megabytes, for one file of a few hundred lines
MEMORY = 300
#: a file that has a budget of instructions to spend takes some of this; reported, but no break
SLOW = 10.0
CODES = frozenset(rule.code for rule in list_rule_names())
ALL = Filter(Selection(CODES, CODES), Confidence.CONDITIONAL, CODES)


class TookTooLong(BaseException):
    """Not an Exception: the analysis must not take it for one of its own."""


@dataclass
class Tally:
    """What has come of the files so far."""

    limit: float
    folder: Path
    outcomes: Counter[str] = field(default_factory=Counter)
    broken: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, number: int, path: Path, text: str) -> None:
        """Checks one text, as the number says, and keeps it if something breaks."""
        (self.folder / "current.py").write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
        before, start = read_memory(), time.process_time()
        outcome, story = self._check(number, path, text)
        self.seconds.append(time.process_time() - start)
        if not story and read_memory() - before > MEMORY:
            outcome, story = "memory", f"{before:.0f} to {read_memory():.0f} MB"
        self.outcomes[outcome] += 1
        if self.seconds[-1] > SLOW and not story:
            story = f"{self.seconds[-1]:.1f} s"
            outcome = "slow"
        if story:
            self.broken += outcome != "slow"
            kept = self.folder / f"{outcome}_{number}.py"
            kept.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
            kept.with_suffix(".txt").write_text(f"{path}\n{story}\n", encoding="utf-8")
            print(f"{number} {path.name}: {outcome}: {story.strip().splitlines()[-1][:150]}", flush=True)

    def _check(self, number: int, path: Path, text: str) -> tuple[str, str]:
        data = text.encode("utf-8", "surrogatepass")
        try:
            with time_limit(self.limit):
                results = list(check(number, path, data))
        except TookTooLong as error:
            return "hang", "".join(traceback.format_exception(error)) + f"over {self.limit} s"
        except Exception as error:
            return "exception", "".join(traceback.format_exception(error))
        for failure in (failure for result in results for failure in result.errors):
            if failure.kind is FailureKind.INTERNAL:
                return "internal", "".join(result.traceback or "" for result in results) + failure.message
            if "nested too deeply" in failure.message:
                return "nesting", failure.message
        if any(result.errors for result in results):
            return "no Python", ""
        return ("found something" if results[0].reported else "found nothing"), ""

    def report(self) -> Iterator[str]:
        spent = sorted(self.seconds) or [0.0]
        yield f"{len(self.seconds)} files, {self.broken} of them broke something"
        yield ", ".join(f"{count} {outcome}" for outcome, count in self.outcomes.most_common())
        yield (
            f"seconds a file: median {spent[len(spent) // 2]:.3f}, 99 % below {spent[len(spent) * 99 // 100]:.2f}, longest {spent[-1]:.1f}; "
            f"{sum(spent):.0f} in all; memory at most {read_memory():.0f} MB"
        )


def check(number: int, path: Path, data: bytes) -> Iterator[FileResult]:
    """Checks contents one way or another: all findings are found, of whichever rule."""
    here = path.parent / "mutated_program.py"
    if number % 10 == 0:
        fixer = Fixer(unsafe=True, check=lambda path, data: check_once(results, path, data))
        results: list[FileResult] = []
        fixer.fix(here, data, ALL)
        yield from results
    else:
        yield Runner(pictures=number % 10 == 1, brief=number % 10 == 2).check_file(here, data)


def check_once(results: list[FileResult], path: Path, data: bytes) -> FileResult:
    results.append(Runner().check_file(path, data))
    return results[-1]


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    def stop(number: int, frame: object) -> None:
        raise TookTooLong

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def read_memory() -> float:
    """The most memory that the process has had so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def list_sources(folders: Iterable[Path]) -> Iterator[tuple[Path, str]]:
    """The scripts that mention an engine call, not too long."""
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, ValueError):
            continue
        if "backward" in text and len(text) <= LONGEST:
            yield path, text


def main() -> int:
    parser = argparse.ArgumentParser(description="check mutated training scripts")
    parser.add_argument("folders", nargs="*", type=Path, default=OWN)
    parser.add_argument("--count", type=int, default=1000, help="how many files (default 1000)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--limit", type=float, default=30.0, help="processor seconds a file (default 30)")
    parser.add_argument("--keep", type=Path, default=Path("broken"), help="where to keep what breaks (default broken)")
    options = parser.parse_args()
    warnings.simplefilter("ignore", SyntaxWarning)
    options.keep.mkdir(parents=True, exist_ok=True)
    sources = list(list_sources(options.folders))
    if not sources:
        parser.error("no scripts that mention backward")
    tally = Tally(options.limit, options.keep)
    for number in range(options.first, options.first + options.count):
        chance = random.Random(f"{options.seed}:{number}")
        (path, text), (_, other) = chance.choice(sources), chance.choice(sources)
        mutated = mutate(text, other, chance)
        tally.add(number, path, PRELUDE + mutated + ENDING if chance.random() < 0.3 else mutated)
    print("\n".join(tally.report()))
    return 1 if tally.broken else 0


if __name__ == "__main__":
    sys.exit(main())
