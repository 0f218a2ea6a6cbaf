"""What a run prints at its end: findings on stdout; what went wrong, what was fixed and the summary on stderr. Floor 6."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from retain_lint.cli.run import Run
from retain_lint.configuration.values import ConfigError
from retain_lint.reporters.formats import FOR_PEOPLE, find_renderer
from retain_lint.reporters.paths import show_path
from retain_lint.reporters.style import choose_style
from retain_lint.reporters.summary import summarise, summarise_diff
from retain_lint.reporters.visible import make_lines_visible, make_visible
from retain_lint.results.model import Results

if TYPE_CHECKING:
    from retain_lint.fixing.verified_fixes import FixedFile


def report(
    run: Run,
    results: Results,
    complaints: Sequence[str],
    fixed: Sequence[FixedFile] = (),
    stream: TextIO | None = None,
    unwritten: Results | None = None,
) -> int:
    """Prints the findings (of them only `unwritten`, if the others have been shown), then what went wrong and the summary;
    returns the exit code. Raises ConfigError."""
    if not run.settings.fix_only:
        _write_findings(run, results if unwritten is None else unwritten, stream or sys.stdout)
    failed = complain(run.arguments, results, complaints)
    _say(_list_fixed(run, fixed))
    if run.settings.output_format in FOR_PEOPLE and not run.arguments.quiet:
        count = sum(len(file.fixed) for file in fixed)
        print(summarise(results, count, fix_only=run.settings.fix_only), file=sys.stderr)
    if run.arguments.verbose:
        from retain_lint.reporters.calls import summarise_calls

        print(summarise_calls(results.calls()), file=sys.stderr)
    return run.judge(failed, any(True for _ in results.reported()), bool(fixed))


def write_whole(stream: TextIO, text: str) -> None:
    """Writes and flushes a text line by line: a signal may cut a longer write to a full pipe short, and a stream without a
    buffer (PYTHONUNBUFFERED) does not write the rest."""
    stream.writelines(text.splitlines(keepends=True))
    stream.flush()


def report_diff(run: Run, results: Results, complaints: Sequence[str], fixed: Sequence[FixedFile], diff: str) -> int:
    """Prints what --fix would change, which decides the exit code."""
    from retain_lint.reporters.diff import paint_diff

    style = choose_style(sys.stdout, run.arguments.color)
    print(paint_diff(diff, style, exact=not sys.stdout.isatty()), end="", flush=True)
    failed = complain(run.arguments, results, complaints)
    _say(_list_fixed(run, fixed))
    if not run.arguments.quiet:
        count = sum(len(file.fixed) for file in fixed)
        _say(summarise_diff(results, count, unsafe_shown=run.settings.unsafe_fixes))
    return failed or int(bool(diff) and not run.arguments.exit_zero)


@contextmanager
def open_report(path: Path | None, stream: TextIO) -> Iterator[TextIO]:
    """Where the report goes: the file of `--output-file`, or a stream that is left open. Raises ConfigError, also when it is
    full."""
    if path is None:
        yield stream
        return
    try:
        with path.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            yield file
    except OSError as error:
        raise ConfigError(f"--output-file: {path}: {error.strerror or error}") from error


def complain(arguments: argparse.Namespace, results: Results, complaints: Sequence[str]) -> int:
    """Prints a line for everything that went wrong; returns the exit code for that, 0 or 2."""
    failed = [result for result in results.files if result.errors]
    errors = (
        str(error).replace(str(result.path), show_path(result.path), 1) for result in failed for error in result.errors
    )
    for line in (*complaints, *errors):
        print(make_visible(line), file=sys.stderr)
    if arguments.verbose:
        print(make_lines_visible("".join(result.traceback or "" for result in failed)), file=sys.stderr, end="")
    return 2 if complaints or failed else 0


def _write_findings(run: Run, results: Results, stream: TextIO) -> None:
    output_format = run.settings.output_format
    with open_report(run.arguments.output_file, stream) as file:
        style = choose_style(file, run.arguments.color)
        if run.arguments.statistics:
            from retain_lint.reporters.statistics import render_statistics

            text = render_statistics(results, output_format, style)
        else:
            text = find_renderer(output_format, style)(results)
        write_whole(file, text)


def _list_fixed(run: Run, fixed: Sequence[FixedFile]) -> str:
    """What `--show-fixes` adds."""
    if not run.settings.show_fixes:
        return ""
    from retain_lint.reporters.fixed_findings import list_fixed

    return list_fixed(fixed, choose_style(sys.stderr, run.arguments.color))


def _say(text: str) -> None:
    if text:
        print(text, file=sys.stderr)
