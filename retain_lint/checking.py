"""The `check` command: what to check, the check, the fixes, the report, the exit code. Floor 6.

Findings, diffs and fixed text go to stdout; errors and summaries go to stderr.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from retain_lint.arguments import read_command_line
from retain_lint.collection import FileFilters, collect, make_file_filters
from retain_lint.config import Settings, SettingsFinder
from retain_lint.discovery import CheckedFile, Discovery, MissingPath
from retain_lint.fixer import Fixer
from retain_lint.fixing import fix_files, render_diff
from retain_lint.parallel import check_files, count_cores
from retain_lint.reporters.formats import FOR_PEOPLE, find_renderer
from retain_lint.reporters.paths import show_path
from retain_lint.reporters.statistics import render_statistics
from retain_lint.reporters.style import choose_style
from retain_lint.reporters.summary import summarise
from retain_lint.results import Results
from retain_lint.rules.base import all_rules
from retain_lint.runner import Runner
from retain_lint.selection import RuleName
from retain_lint.suppressions import FilterMaker

STDIN = "-"
_STDIN_NAME = "<stdin>"


@dataclass(frozen=True, slots=True)
class _Run:
    """What the command line and the configuration come down to; `settings` are those of the working directory."""

    arguments: argparse.Namespace
    settings: Settings
    finder: SettingsFinder
    filters: FilterMaker

    @property
    def fixes(self) -> bool:
        """Whether fixes are made or shown."""
        return bool(self.arguments.fix or self.arguments.diff)


def check(arguments: argparse.Namespace) -> int:
    """Runs the command and returns the exit code. Raises ConfigError or SelectorError for wrong usage."""
    started = time.perf_counter()
    finder = SettingsFinder(read_command_line(arguments), arguments.isolated, arguments.config)
    rules = tuple(RuleName(rule.code, rule.name, rule.default) for rule in all_rules())
    run = _Run(arguments, finder.find(Path.cwd()), finder, FilterMaker(rules))
    run.filters.validate(run.settings)
    code = _check_stdin(run) if arguments.paths == [STDIN] else _check_paths(run)
    if arguments.verbose:
        print(f"{time.perf_counter() - started:.2f} s", file=sys.stderr)
    return code


def _check_paths(run: _Run) -> int:
    found = list(Discovery(run.finder).find(Path(path) for path in run.arguments.paths))
    files = [item for item in found if isinstance(item, CheckedFile)]
    filters = make_file_filters(files, run.filters)
    complaints = [f"{show_path(item.path)}: {item.reason}" for item in found if isinstance(item, MissingPath)]
    if run.arguments.show_files:
        print("".join(f"{show_path(file.path)}\n" for file in files), end="")
        return _complain(run, Results(()), complaints)
    if not found and not run.arguments.quiet:
        print("retain-lint: warning: no Python files found under these paths", file=sys.stderr)
    results = _check_files(run, files, filters)
    if not run.fixes:
        return _report(run, results, complaints)
    fixes = fix_files(results, filters, Fixer(run.settings.unsafe_fixes), write=not run.arguments.diff)
    complaints += fixes.refusals
    if run.arguments.diff:
        return _report_diff(run, results, complaints, fixes.diff)
    # A fix may change what is found in files that import the fixed one: what is left is asked anew.
    return _report(run, _check_files(run, files, filters) if fixes.count else results, complaints, fixes.count)


def _check_files(run: _Run, files: Sequence[CheckedFile], filters: FileFilters) -> Results:
    return collect(check_files([file.path for file in files], run.arguments.jobs or count_cores()), filters)


def _check_stdin(run: _Run) -> int:
    """Checks the text on stdin; with --fix, the fixed text goes to stdout and the findings to stderr."""
    name = run.arguments.stdin_filename
    path = Path(os.path.abspath(name)) if name else Path(_STDIN_NAME)
    settings = run.finder.find(path.parent) if name else run.settings
    filters = make_file_filters([CheckedFile(path, settings)], run.filters)
    data = sys.stdin.buffer.read()
    if not run.fixes:
        return _report(run, collect([Runner().check_file(path, data)], filters), [])
    fixed = Fixer(settings.unsafe_fixes).fix(path, data, filters.maker.make(path, settings))
    results = collect([fixed.result], filters)
    refusals = () if fixed.refusal is None else (f"{show_path(path)}: not fixed: {fixed.refusal}",)
    if run.arguments.diff:
        return _report_diff(run, results, refusals, "".join(render_diff(fixed)))
    sys.stdout.buffer.write(fixed.after)
    return _report(run, results, refusals, len(fixed.fixed), sys.stderr)


def _report_diff(run: _Run, results: Results, complaints: Sequence[str], diff: str) -> int:
    """Prints what --fix would change, which decides the exit code."""
    print(diff, end="", flush=True)
    return _complain(run, results, complaints) or int(bool(diff) and not run.arguments.exit_zero)


def _report(
    run: _Run, results: Results, complaints: Sequence[str], fixed: int = 0, stream: TextIO | None = None
) -> int:
    """Prints the findings, then what went wrong and the summary; returns the exit code."""
    stream = stream or sys.stdout
    output_format = run.settings.output_format
    if run.arguments.statistics:
        stream.write(render_statistics(results, output_format))
    else:
        stream.write(find_renderer(output_format, choose_style(stream))(results))
    stream.flush()
    failed = _complain(run, results, complaints)
    if output_format in FOR_PEOPLE and not run.arguments.quiet:
        print(summarise(results, fixed), file=sys.stderr)
    found = any(True for _ in results.reported())
    return failed or int(found and not run.arguments.exit_zero)


def _complain(run: _Run, results: Results, complaints: Sequence[str]) -> int:
    """Prints a line for everything that went wrong; returns the exit code for that, 0 or 2."""
    failed = [result for result in results.files if result.error is not None]
    errors = (str(result.error).replace(str(result.path), show_path(result.path), 1) for result in failed)
    for line in (*complaints, *errors):
        print(line, file=sys.stderr)
    if run.arguments.verbose:
        print("".join(result.traceback or "" for result in failed), file=sys.stderr, end="")
    return 2 if complaints or failed else 0
