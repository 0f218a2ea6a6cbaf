"""The `check` command: what to check, the check, the fixes, the report, the exit code. Floor 6.

Findings, diffs and fixed text go to stdout; errors and summaries go to stderr.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from retain_lint.cli.arguments import read_command_line, split_config
from retain_lint.configuration.discovery import CheckedFile, Discovery, MissingPath
from retain_lint.configuration.options import Settings
from retain_lint.configuration.settings_finder import SettingsFinder
from retain_lint.configuration.values import ConfigError
from retain_lint.execution.scheduling import check_files, count_cores
from retain_lint.fixing.added_comments import add_comments
from retain_lint.fixing.documents import DocumentError
from retain_lint.fixing.fix_run import fix_files, render_diff
from retain_lint.fixing.verified_fixes import Fixer
from retain_lint.reporters.calls import summarise_calls
from retain_lint.reporters.diff import paint_diff
from retain_lint.reporters.formats import FOR_PEOPLE, WITH_PICTURES, find_renderer
from retain_lint.reporters.paths import show_path
from retain_lint.reporters.statistics import render_statistics
from retain_lint.reporters.style import choose_style
from retain_lint.reporters.summary import summarise
from retain_lint.reporters.visible import make_visible
from retain_lint.results.filters import FilterMaker, list_rule_names
from retain_lint.results.merging import FileFilters, collect, make_file_filters
from retain_lint.results.model import Results
from retain_lint.runner import Runner

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
        return self.settings.fix or bool(self.arguments.diff)

    @property
    def draws(self) -> bool:
        """Whether the report shows pictures."""
        return self.settings.output_format in WITH_PICTURES and not self.arguments.statistics


def check(arguments: argparse.Namespace) -> int:
    """Runs the command and returns the exit code. Raises ConfigError or SelectorError for wrong usage."""
    started = time.perf_counter()
    finder = make_finder(arguments)
    run = _Run(arguments, finder.find(Path.cwd()), finder, FilterMaker(list_rule_names()))
    run.filters.validate(run.settings)
    code = _check_stdin(run) if _reads_stdin(arguments) else _check_paths(run)
    if arguments.verbose:
        print(f"{time.perf_counter() - started:.2f} s", file=sys.stderr)
    return code


def make_finder(arguments: argparse.Namespace) -> SettingsFinder:
    """Finds the settings of each file, under the flags. Raises ConfigError for flags that contradict each other."""
    config_file, _ = split_config(arguments.config)
    if config_file is not None and arguments.isolated:
        raise ConfigError("--isolated uses no configuration file, so it cannot be used with --config FILE")
    return SettingsFinder(read_command_line(arguments), arguments.isolated, config_file)


def _reads_stdin(arguments: argparse.Namespace) -> bool:
    """`-` alone, or only a name for the text. Raises ConfigError for stdin among other paths."""
    if arguments.paths == [STDIN] or (arguments.stdin_filename and not arguments.paths):
        return True
    if STDIN in arguments.paths or arguments.stdin_filename:
        raise ConfigError("stdin (`-`, --stdin-filename) cannot be checked together with other paths")
    return False


def _check_paths(run: _Run) -> int:
    found = list(Discovery(run.finder).find(Path(path) for path in run.arguments.paths or ["."]))
    files = [item for item in found if isinstance(item, CheckedFile)]
    filters = make_file_filters(files, run.filters)
    complaints = [f"{show_path(item.path)}: {item.reason}" for item in found if isinstance(item, MissingPath)]
    if run.arguments.show_files:
        print("".join(f"{show_path(file.path)}\n" for file in files), end="")
        return complain(run.arguments, Results(()), complaints)
    if not found and not run.arguments.quiet:
        print("retain-lint: warning: no Python files found under these paths", file=sys.stderr)
    results = _check_files(run, files, filters)
    if run.arguments.add_noqa:
        return _add_noqa(run, results, complaints)
    if not run.fixes:
        return _report(run, results, complaints)
    fixes = fix_files(results, filters, Fixer(run.settings.unsafe_fixes), write=not run.arguments.diff)
    complaints += fixes.refusals
    if run.arguments.diff:
        return _report_diff(run, results, complaints, fixes.diff)
    # A fix may change what is found in files that import the fixed one: what is left is asked anew.
    return _report(run, _check_files(run, files, filters) if fixes.count else results, complaints, fixes.count)


def _add_noqa(run: _Run, results: Results, complaints: list[str]) -> int:
    """Silences what was found by comments, and says how many."""
    count = 0
    for result in results.files:
        try:
            count += add_comments(result)
        except (OSError, DocumentError) as error:
            complaints.append(
                f"{show_path(result.path)}: no comment added: {getattr(error, 'strerror', None) or error}"
            )
    if not run.arguments.quiet:
        print(f"Added {count} `# noqa` comment{'' if count == 1 else 's'}.", file=sys.stderr)
    return complain(run.arguments, results, complaints)


def _check_files(run: _Run, files: Sequence[CheckedFile], filters: FileFilters) -> Results:
    paths, jobs = [file.path for file in files], run.settings.jobs or count_cores()
    return collect(check_files(paths, jobs, pictures=run.draws), filters)


def _check_stdin(run: _Run) -> int:
    """Checks the text on stdin; with --fix, the fixed text goes to stdout and the findings to stderr."""
    name = run.arguments.stdin_filename
    path = Path(os.path.abspath(name)) if name else Path(_STDIN_NAME)
    settings = run.finder.find(path.parent) if name else run.settings
    filters = make_file_filters([CheckedFile(path, settings)], run.filters)
    data = sys.stdin.buffer.read()
    if name and Discovery(run.finder).is_excluded(path):
        sys.stdout.buffer.write(data if run.settings.fix and not run.arguments.diff else b"")
        return 0
    if not run.fixes:
        return _report(run, collect([Runner(run.draws).check_file(path, data)], filters), [])
    fixed = Fixer(settings.unsafe_fixes).fix(path, data, filters.maker.make(path, settings))
    results = collect([fixed.result], filters)
    refusals = () if fixed.refusal is None else (f"{show_path(path)}: not fixed: {fixed.refusal}",)
    if run.arguments.diff:
        return _report_diff(run, results, refusals, "".join(render_diff(fixed)))
    sys.stdout.buffer.write(fixed.after)
    return _report(run, results, refusals, len(fixed.fixed), sys.stderr)


def _report_diff(run: _Run, results: Results, complaints: Sequence[str], diff: str) -> int:
    """Prints what --fix would change, which decides the exit code."""
    print(paint_diff(diff, choose_style(sys.stdout, run.arguments.color)), end="", flush=True)
    return complain(run.arguments, results, complaints) or int(bool(diff) and not run.arguments.exit_zero)


def _report(
    run: _Run, results: Results, complaints: Sequence[str], fixed: int = 0, stream: TextIO | None = None
) -> int:
    """Prints the findings, then what went wrong and the summary; returns the exit code."""
    stream = stream or sys.stdout
    output_format = run.settings.output_format
    with open_report(run.arguments.output_file, stream) as report:
        style = choose_style(report, run.arguments.color)
        if run.arguments.statistics:
            report.write(render_statistics(results, output_format, style))
        else:
            report.write(find_renderer(output_format, style)(results))
        report.flush()
    failed = complain(run.arguments, results, complaints)
    if output_format in FOR_PEOPLE and not run.arguments.quiet:
        print(summarise(results, fixed), file=sys.stderr)
    if run.arguments.verbose:
        print(summarise_calls(results.calls()), file=sys.stderr)
    found = any(True for _ in results.reported())
    return failed or int(found and not run.arguments.exit_zero)


def open_report(path: Path | None, stream: TextIO) -> AbstractContextManager[TextIO]:
    """Where the report goes: the file of `--output-file`, or a stream that is left open. Raises ConfigError."""
    if path is None:
        return nullcontext(stream)
    try:
        file: TextIO = path.open("w", encoding="utf-8", errors="backslashreplace", newline="\n")
    except OSError as error:
        raise ConfigError(f"--output-file: {path}: {error.strerror or error}") from error
    return file


def complain(arguments: argparse.Namespace, results: Results, complaints: Sequence[str]) -> int:
    """Prints a line for everything that went wrong; returns the exit code for that, 0 or 2."""
    failed = [result for result in results.files if result.errors]
    errors = (
        str(error).replace(str(result.path), show_path(result.path), 1) for result in failed for error in result.errors
    )
    for line in (*complaints, *errors):
        print(make_visible(line), file=sys.stderr)
    if arguments.verbose:
        print("".join(result.traceback or "" for result in failed), file=sys.stderr, end="")
    return 2 if complaints or failed else 0
