"""Mutation testing on a sample: how many small changes to the analyser do its tests notice?

    python benchmarks/mutants.py [--count N] [--seed S] [--limit SECONDS] [--report FILE] [--programs] [--only NUMBER ...]

A mutant is one change inside a function of `retain_lint/interpreter` or `retain_lint/rules`: a comparison, a condition, a constant, an
operator, a statement left out. This process loads everything once, runs every program of the tests, and notes which functions each of
them runs. Each mutant gets a fork of it, in which the function has the changed code. First the programs that run the function are
checked, quickest first, against their marks, as tests/rules, tests/semantics and tests/projects do; a mutant that they do not
notice is given to other tests of its part of the package, through pytest.
What takes longer than the limit (processor time) is noticed too. The tests of the command line, the server and the cache, and those that
run torch on every program, are left out: the share is at least what all tests would kill. Prints the survivors, and the share that was killed with its
95 % interval (Wilson).
"""

from __future__ import annotations

import argparse
import ast
import functools
import gc
import os
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(ROOT), str(HERE)]

import pytest  # noqa: E402
from mutant_changes import Change, list_changes  # noqa: E402
from mutant_programs import Task, list_tasks  # noqa: E402

from tests.commands import run_lint  # noqa: E402

FOLDERS = (ROOT / "retain_lint" / "interpreter", ROOT / "retain_lint" / "rules")
#: what the programs do not ask, by the part of the package that the mutant is in: wordings, verdicts, joined paths, budgets
OTHERS = {
    "rules": (
        "tests/rules/test_messages.py",
        "tests/rules/test_examples.py",
        "tests/rules/test_documentation.py",
        "tests/rules/test_vocabulary.py",
        "tests/rules/test_detached_where_made.py",
        "tests/rules/test_excuses.py",
    ),
    "interpreter/pictures": ("tests/reporters/pictures",),
    "interpreter/verdicts": (
        "tests/test_joined_paths.py",
        "tests/test_coarse_clearance.py",
        "tests/rules/test_redundant_texts.py",
        "tests/rules/test_detached_where_made.py",
    ),
    "interpreter/drivers": (
        "tests/test_footprints.py",
        "tests/test_budgets.py",
        "tests/test_entry_functions.py",
        "tests/server/test_first_answers.py",
    ),
    "interpreter/context": ("tests/test_owner_names.py", "tests/test_budgets.py", "tests/server/test_first_answers.py"),
    "interpreter/effects": ("tests/test_traits.py", "tests/test_observed_calls.py", "tests/test_costly_data.py"),
    "interpreter/calls": ("tests/test_construction_costs.py", "tests/test_costly_data.py", "tests/test_own_steps.py"),
    "interpreter/data_model": ("tests/test_folding.py",),
    "interpreter/paths": ("tests/test_costly_data.py", "tests/test_observed_calls.py"),
    "interpreter/autograd": ("tests/rules/test_written_gradients.py",),
    "interpreter/library": ("tests/test_library_models.py",),
    "": (
        "tests/cli/test_calls_command.py",
        "tests/regressions",
        "tests/rules/test_cures.py",
        "tests/rules/test_advice.py",
        "tests/rules/test_loop_advice.py",
        "tests/rules/test_inplace_advice.py",
        "tests/rules/test_leaks.py",
        "tests/rules/test_room.py",
        "tests/rules/test_turns.py",
        "tests/test_joined_paths.py",
        "tests/robustness/test_wrong_calls.py",
    ),
}
Key = tuple[str, str, int]


@dataclass(frozen=True)
class Mutant:
    """A change, and the function that it is in, by the file and line of its code."""

    path: Path
    function: str
    line: int
    change: Change

    @property
    def key(self) -> Key:
        return str(self.path), self.function, self.line

    def describe(self) -> str:
        before, after = self.change.show(self.path.read_text(encoding="utf-8"))
        return f"{self.path.relative_to(ROOT)}:{self.change.line} {self.function}\n    - {before}\n    + {after}"


@dataclass
class Session:
    """What the first process knows: the tasks with the functions that each runs, and how long it takes."""

    limit: float
    tasks: list[Task]
    runs: dict[str, frozenset[Key]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    functions: dict[Key, list[FunctionType]] = field(default_factory=dict)
    caches: list[Any] = field(default_factory=list)

    def measure(self) -> None:
        """Runs every task. Raises AssertionError if one fails as things are."""
        for task in self.tasks:
            seen: set[CodeType] = set()
            start = time.process_time()
            sys.setprofile(lambda frame, event, _, seen=seen: seen.add(frame.f_code) if event == "call" else None)
            try:
                passed = task.passes()
            finally:
                sys.setprofile(None)
            assert passed, f"{task.name} fails without any mutant"
            self.seconds[task.name] = time.process_time() - start
            self.runs[task.name] = frozenset(key_of(code) for code in seen if "retain_lint" in code.co_filename)

    def prepare(self) -> None:
        """Finds the functions, and what remembers their results."""
        assert self.tasks[0].passes()  # imports the analysis, if nothing has
        for value in gc.get_objects():
            if type(value) is FunctionType and (value.__module__ or "").startswith("retain_lint"):
                self.functions.setdefault(key_of(value.__code__), []).append(value)
            elif type(value) is functools._lru_cache_wrapper and (value.__module__ or "").startswith("retain_lint"):
                self.caches.append(value)
        gc.freeze()  # the forks share what is there

    def judge(self, mutant: Mutant, others: bool = True) -> str:
        """What noticed a mutant; empty if nothing did. Raises LookupError if its function cannot be changed."""
        found = self.functions[mutant.key]
        code = changed_code(mutant, found)
        parts = {key_of(part) for part in parts_of(code)}
        tasks = [task for task in self.tasks if not parts.isdisjoint(self.runs.get(task.name, ()))]
        tasks.sort(key=lambda task: self.seconds[task.name])
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            self._judge_here(mutant, code, tasks, others, writer)
        os.close(writer)
        with open(reader, "rb") as stream:
            said = stream.read()
        _, status = os.waitpid(child, 0)
        return pickle.loads(said) if said else f"ended by signal {os.WTERMSIG(status)}"

    def _judge_here(self, mutant: Mutant, code: CodeType, tasks: list[Task], others: bool, writer: int) -> None:
        """In the fork; does not return."""
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        for part in parts_of(code):  # what it made before is changed as well
            for function in self.functions.get(key_of(part), ()):
                if function.__code__.co_freevars == part.co_freevars:
                    function.__code__ = part
        for cached in self.caches:
            cached.cache_clear()
        said = ""
        try:
            said = next((task.name for task in tasks if not self._passes(task)), "")
            said = said or (run_others(mutant, self.limit) if others else "")
        except BaseException as error:
            said = f"{type(error).__name__}: {error}"[:200]
        os.write(writer, pickle.dumps(said))
        os._exit(0)

    def _passes(self, task: Task) -> bool:
        """Each program has a limit of its own: all of them together may take longer than one that never ends."""
        signal.setitimer(signal.ITIMER_PROF, self.limit)
        return task.passes()


def key_of(code: CodeType) -> Key:
    return code.co_filename, getattr(code, "co_qualname", code.co_name), code.co_firstlineno


def parts_of(code: CodeType) -> Iterator[CodeType]:
    """A code, and that of the functions that are made in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from parts_of(constant)


def changed_code(mutant: Mutant, functions: Sequence[FunctionType]) -> CodeType:
    source = mutant.path.read_text(encoding="utf-8")
    pending = [compile(mutant.change.tree(source), str(mutant.path), "exec", dont_inherit=True)]
    while pending:
        code = pending.pop()
        if key_of(code) == mutant.key and all(f.__code__.co_freevars == code.co_freevars for f in functions):
            return code
        pending += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    raise LookupError(mutant.key)


def list_others(mutant: Mutant) -> list[str]:
    part = mutant.path.relative_to(ROOT / "retain_lint").as_posix()
    return list(dict.fromkeys(test for start, tests in OTHERS.items() if part.startswith(start) for test in tests))


class Failed:
    """A plugin of pytest that ends a run with its first failure. Where torch has computed before the fork, it computes no gradients
    after it: such a failure says nothing."""

    name = ""
    session: pytest.Session | None = None

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        self.session = session

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._note(report.failed and "fork-based multiprocessing" not in report.longreprtext, report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._note(report.failed, report.nodeid)

    def _note(self, failed: bool, name: str) -> None:
        if failed and self.session is not None:
            self.name = self.name or name
            self.session.shouldstop = name


def run_others(mutant: Mutant, limit: float) -> str:
    """The first other test that fails."""

    sys.argv[1:] = []  # programs of the tests look at them
    subprocess.run = run_here(subprocess.run)  # type: ignore[assignment]
    failed = Failed()
    with tempfile.TemporaryDirectory() as folder, open(os.devnull, "w") as void:
        with redirect_stdout(void), redirect_stderr(void):
            signal.setitimer(signal.ITIMER_PROF, 20 * limit)
            options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", f"--basetemp={folder}/tests"]
            pytest.main([*options, *(str(ROOT / test) for test in list_others(mutant))], plugins=[failed])
    return failed.name


def run_here(run: Callable[..., Any]) -> Callable[..., Any]:
    """Runs the command line in this process, where the mutant is."""

    def instead(command: Any, *rest: Any, **options: Any) -> Any:
        if isinstance(command, list) and command[:3] == [sys.executable, "-m", "retain_lint"]:
            return run_lint(
                *command[3:], cwd=Path(options.get("cwd") or Path.cwd()), environment={"RETAIN_LINT_JOBS": "1"}
            )
        return run(command, *rest, **options)

    return instead


def list_mutants() -> Iterator[Mutant]:
    for path in sorted(path for folder in FOLDERS for path in folder.rglob("*.py")):
        for function, line, change in list_changes(ast.parse(path.read_text(encoding="utf-8"))):
            yield Mutant(path, function, line, change)


def interval(killed: int, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z, share = 1.96, killed / count
    middle = share + z * z / (2 * count)
    spread = z * (share * (1 - share) / count + z * z / (4 * count * count)) ** 0.5
    return (middle - spread) / (1 + z * z / count), (middle + spread) / (1 + z * z / count)


def main() -> None:
    parser = argparse.ArgumentParser(description="mutation testing on a sample")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--limit",
        type=float,
        default=30.0,
        help="processor seconds for each program; all other tests have 20 times as many",
    )
    parser.add_argument("--report", type=Path, help="a file for what became of each")
    parser.add_argument("--only", type=int, nargs="+", help="the numbers of some mutants of the sample")
    parser.add_argument("--others", action="store_true", help="the other tests alone, no programs")
    parser.add_argument("--programs", action="store_true", help="the programs alone, no other tests")
    options = parser.parse_args()
    os.chdir(ROOT)
    mutants = list(list_mutants())
    chosen = list(enumerate(random.Random(options.seed).sample(mutants, len(mutants))))
    with tempfile.TemporaryDirectory() as folder:
        session = Session(options.limit, list(list_tasks(Path(folder))))
        if not options.others:
            session.measure()
        session.prepare()
        print(
            f"{len(mutants)} mutants, {len(session.tasks)} programs in {sum(session.seconds.values()):.0f} s",
            flush=True,
        )
        killed = count = 0
        for number, mutant in chosen:
            if count == options.count or options.only and number not in options.only:
                continue
            try:
                said = session.judge(mutant, not options.programs)
            except LookupError:
                continue  # not a function by itself: the code of a property that a class of slots has replaced
            count, killed = count + 1, killed + bool(said)
            line = f"{number} {'killed by ' + said if said else 'SURVIVED'}: {mutant.describe()}"
            print(line, flush=True)
            if options.report:
                with options.report.open("a") as report:
                    report.write(line + "\n")
    low, high = interval(killed, count)
    print(f"{killed} of {count} mutants killed: {killed / count:.1%}, {low:.1%} to {high:.1%}")


if __name__ == "__main__":
    main()
