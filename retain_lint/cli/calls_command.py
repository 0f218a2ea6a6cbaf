"""The `calls` command: every engine call with its verdict, or with the reason why it has none. Floor 6."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from retain_lint.cache.opening import open_cache
from retain_lint.cli.clusters import open_workers
from retain_lint.cli.report import complain, open_report, write_whole
from retain_lint.cli.run import make_finder
from retain_lint.configuration.discovery import CheckedFile, Discovery, MissingPath
from retain_lint.execution.scheduling import check_files, count_cores
from retain_lint.reporters.calls import render_json, render_text, summarise_calls
from retain_lint.reporters.paths import show_path
from retain_lint.reporters.style import choose_style
from retain_lint.results.model import Results


def list_calls(arguments: argparse.Namespace) -> int:
    """Runs the command and returns the exit code: 2 when something could not be read, else 0. Raises ConfigError."""
    finder = make_finder(arguments)
    settings = finder.find(Path.cwd())
    cache = None if arguments.no_cache else open_cache(settings)
    found = list(Discovery(finder).find(Path(path) for path in arguments.paths or ["."]))
    complaints = [f"{show_path(item.path)}: {item.reason}" for item in found if isinstance(item, MissingPath)]
    paths = [item.path for item in found if isinstance(item, CheckedFile)]
    with open_workers(arguments) as workers:
        checked = check_files(paths, settings.jobs or count_cores(), cache=cache, workers=workers)
    results = Results(tuple(checked))
    calls = results.calls()
    listed = [call for call in calls if not (arguments.undecided and call.decided)]
    with open_report(arguments.output_file, sys.stdout) as report:
        json = arguments.calls_format == "json"
        text = render_json(calls, listed) if json else render_text(listed, choose_style(report, arguments.color))
        write_whole(report, text)
    failed = complain(arguments, results, complaints)
    if arguments.calls_format == "text" and not arguments.quiet:
        print(summarise_calls(calls), file=sys.stderr)
    return failed
