"""The `check` command: what to check, the check, the fixes, the report, the exit code. Floor 6.

Findings, diffs and fixed text go to stdout; errors and summaries go to stderr.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from retain_lint.cli.live_check import LiveCheck, hold_interrupts
from retain_lint.cli.report import complain, report, report_diff
from retain_lint.cli.run import Run, make_finder
from retain_lint.configuration.discovery import CheckedFile, Discovery, MissingPath
from retain_lint.configuration.values import ConfigError
from retain_lint.reporters.paths import show_path
from retain_lint.reporters.visible import make_visible
from retain_lint.results.baseline import Baselines
from retain_lint.results.filters import FilterMaker
from retain_lint.results.merging import FileFilters, collect, make_file_filters
from retain_lint.results.model import Results

if TYPE_CHECKING:
    from retain_lint.fixing.verified_fixes import FixedFile

STDIN = "-"
#: the exit code after Ctrl-C
INTERRUPTED = 130
_STDIN_NAME = "<stdin>"


def check(arguments: argparse.Namespace) -> int:
    """Runs the command and returns the exit code. Raises ConfigError or SelectorError for wrong usage."""
    started = time.perf_counter()
    finder = make_finder(arguments)
    run = Run(arguments, finder.find(Path.cwd()), finder, FilterMaker())
    run.filters.validate(run.settings)
    _refuse_contradictions(arguments)
    code = _check_stdin(run) if _reads_stdin(arguments) else _check_paths(run)
    if arguments.verbose:
        print(f"{time.perf_counter() - started:.2f} s", file=sys.stderr)
    return code


def _reads_stdin(arguments: argparse.Namespace) -> bool:
    """`-` alone, or only a name for the text. Raises ConfigError for stdin among other paths."""
    if arguments.paths == [STDIN] or (arguments.stdin_filename and not arguments.paths):
        return True
    if STDIN in arguments.paths or arguments.stdin_filename:
        raise ConfigError("stdin (`-`, --stdin-filename) cannot be checked together with other paths")
    return False


def _refuse_contradictions(arguments: argparse.Namespace) -> None:
    """Raises ConfigError for flags that cannot both be heeded."""
    if arguments.update_baseline and (arguments.diff or arguments.add_noqa or _reads_stdin(arguments)):
        other = "--diff" if arguments.diff else "--add-noqa" if arguments.add_noqa else "stdin"
        raise ConfigError(f"--update-baseline cannot be used together with {other}")


def _check_paths(run: Run) -> int:
    found = list(Discovery(run.finder).find(Path(path) for path in run.arguments.paths or ["."]))
    files = [item for item in found if isinstance(item, CheckedFile)]
    filters = make_file_filters(files, run.filters)
    complaints = [f"{show_path(item.path)}: {item.reason}" for item in found if isinstance(item, MissingPath)]
    if run.arguments.show_files:
        print("".join(f"{make_visible(show_path(file.path))}\n" for file in files), end="")
        return complain(run.arguments, Results(()), complaints)
    if not found and not run.arguments.quiet:
        print("retain-lint: warning: no Python files found under these paths", file=sys.stderr)
    baselines = _read_baselines(run, filters)
    live = LiveCheck(run, filters, baselines)
    with hold_interrupts() as held:  # else what was found might be shown in part
        results = live.check(files, held)
        if live.interrupted or run.streams:
            shown = baselines.hide_known(results)
            code = report(run, shown, complaints, unwritten=live.leave_out_written(shown))
            return _say_interrupted(results, files) if live.interrupted else code
    if run.arguments.add_noqa:
        return _add_noqa(run, baselines.hide_known(results), complaints)
    if not run.fixes:
        return _finish(run, baselines, results, complaints)
    # Imported here: most runs change no file.
    from retain_lint.fixing.fix_run import fix_files
    from retain_lint.fixing.verified_fixes import Fixer

    fixes = fix_files(
        results, filters, Fixer(run.settings.unsafe_fixes, run.check_afresh), write=not run.arguments.diff
    )
    complaints += fixes.refusals
    _tell(run, fixes.withheld)
    if run.arguments.diff:
        return report_diff(run, results, complaints, fixes.files, fixes.diff)
    # A fix may change what is found in files that import the fixed one: what is left is asked anew.
    again = LiveCheck(run, filters, baselines)
    with hold_interrupts() as held:
        left = again.check(files, held) if fixes.files else results
    if again.interrupted:
        report(run, baselines.hide_known(left), complaints, fixes.files)
        return _say_interrupted(left, files)
    return _finish(run, baselines, left, complaints, fixes.files)


def _read_baselines(run: Run, filters: FileFilters) -> Baselines:
    """The baselines of these files. Raises ConfigError."""
    baselines = Baselines(filters)
    if run.arguments.update_baseline and not (baselines.paths or run.settings.baseline):
        raise ConfigError("--update-baseline needs --baseline FILE, or `baseline` in a configuration file")
    baselines.read(missing=run.arguments.update_baseline)
    return baselines


def _finish(
    run: Run, baselines: Baselines, results: Results, complaints: Sequence[str], fixed: Sequence[FixedFile] = ()
) -> int:
    """Reports what is not known, or makes all of it known."""
    if not run.arguments.update_baseline:
        return report(run, baselines.hide_known(results), complaints, fixed)
    for path, count in baselines.update(results).items():
        if not run.arguments.quiet:
            print(f"{make_visible(show_path(path))} holds {count} finding{'' if count == 1 else 's'}.", file=sys.stderr)
    return complain(run.arguments, results, complaints)


def _tell(run: Run, withheld: Iterable[str]) -> None:
    """Says which fixes are not made, and why: their findings are reported as they stand."""
    for line in () if run.arguments.quiet else withheld:
        print(make_visible(line), file=sys.stderr)


def _add_noqa(run: Run, results: Results, complaints: list[str]) -> int:
    """Silences what was found by comments, and says how many."""
    from retain_lint.fixing.added_comments import add_comments
    from retain_lint.fixing.documents import DocumentError

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


def _say_interrupted(results: Results, files: Sequence[CheckedFile]) -> int:
    """Tells what Ctrl-C has left out, and returns the exit code for it."""
    print(f"retain-lint: interrupted: {len(results.files)} of {len(files)} files were checked", file=sys.stderr)
    return INTERRUPTED


def _check_stdin(run: Run) -> int:
    """Checks the text on stdin; with --fix, the fixed text goes to stdout and the findings to stderr."""
    name = run.arguments.stdin_filename
    path = Path(os.path.abspath(name)) if name else Path(_STDIN_NAME)
    settings = run.finder.find(path.parent) if name else run.settings
    filters = make_file_filters([CheckedFile(path, settings)], run.filters)
    baselines = _read_baselines(run, filters)
    data = sys.stdin.buffer.read()
    if name and Discovery(run.finder).is_excluded(path):
        sys.stdout.buffer.write(data if run.fixes and not run.arguments.diff else b"")
        return 0
    if not run.fixes:
        return _finish(run, baselines, collect([run.check(path, data, settings)], filters), [])
    from retain_lint.fixing.fix_run import list_withheld, render_diff
    from retain_lint.fixing.verified_fixes import Fixer

    fixed = Fixer(settings.unsafe_fixes, run.check_afresh).fix(path, data, filters.maker.make(path, settings))
    results = collect([fixed.result], filters)
    refusals = () if fixed.refusal is None else (f"{show_path(path)}: not fixed: {fixed.refusal}",)
    _tell(run, list_withheld(fixed))
    files = [fixed] if fixed.fixed else []
    if run.arguments.diff:
        return report_diff(run, results, refusals, files, "".join(render_diff(fixed)))
    sys.stdout.buffer.write(fixed.after)
    return report(run, baselines.hide_known(results), refusals, files, sys.stderr)
