"""`check --watch`: checks again whenever a file has changed, until Ctrl-C. Floor 6."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from retain_lint.cli.check_command import INTERRUPTED, STDIN, check
from retain_lint.cli.run import make_finder
from retain_lint.configuration.discovery import SUFFIXES
from retain_lint.configuration.options import DEFAULT_EXCLUDE
from retain_lint.configuration.rule_selection import SelectorError
from retain_lint.configuration.sources import CONFIG_NAMES
from retain_lint.configuration.values import ConfigError
from retain_lint.reporters.visible import make_visible

_CLEAR_SCREEN = "\x1b[2J\x1b[3J\x1b[H"
_MILLISECONDS_TO_START = 100
_NAMES = (*CONFIG_NAMES, ".gitignore")


@dataclass(frozen=True, slots=True)
class Watched:
    """What is looked at: folders with all that is in them, and single files, among them the configuration. Editors put a new
    file in the place of an old one, so that a file is watched by its folder."""

    folders: tuple[Path, ...]
    files: frozenset[Path]

    def matters(self, change: object, path: str) -> bool:
        """Whether a change of a file calls for a new check."""
        file = Path(path)
        if file in self.files:
            return True
        # Files that are put into a new folder at once may come before the system reports changes in it.
        named = file.name in _NAMES or file.suffix in SUFFIXES or (file.is_dir() and file.name not in DEFAULT_EXCLUDE)
        return named and any(file.is_relative_to(folder) for folder in self.folders)

    def wait(self) -> Iterator[None]:
        """Yields as soon as no change can be missed, and then after each one that matters.

        Raises ConfigError without the library, KeyboardInterrupt on Ctrl-C."""
        try:
            from watchfiles import watch as watch_paths
        except ImportError as error:
            raise ConfigError("--watch needs watchfiles: `pip install 'retain-lint[watch]'`") from error
        around = {*self.folders, *(file.parent for file in self.files)}
        # A single file's folder may be a home folder: what lies deep in it is none of our business.
        changes = watch_paths(
            *around,
            watch_filter=self.matters,
            recursive=bool(self.folders),
            rust_timeout=_MILLISECONDS_TO_START,
            yield_on_timeout=True,
        )
        next(changes)
        yield
        for change in changes:
            if change:
                yield


def watch(arguments: argparse.Namespace) -> int:
    """Checks, and again after each change; ends by KeyboardInterrupt. Raises ConfigError or SelectorError for wrong usage."""
    if STDIN in arguments.paths or arguments.stdin_filename:
        raise ConfigError("--watch cannot be used together with stdin")
    changes = find_watched(arguments).wait()
    next(changes)
    code = check(arguments)
    while code != INTERRUPTED:  # a check that Ctrl-C ends reports what it has found, and returns
        _say(arguments)
        if next(changes, changes) is changes:
            break
        print(_CLEAR_SCREEN if sys.stdout.isatty() else "", end="", flush=True)
        code = _check_again(arguments)
    return code


def find_watched(arguments: argparse.Namespace) -> Watched:
    """The paths of the command line, and the configuration that holds in the working directory. Raises ConfigError."""
    paths = [Path(os.path.abspath(path)) for path in arguments.paths or ["."]]
    settings = make_finder(arguments).find(Path.cwd())
    read = (path for path in (settings.source, settings.baseline) if path is not None)
    return Watched(
        tuple(path for path in paths if path.is_dir()),
        frozenset((*(path for path in paths if not path.is_dir()), *read)),
    )


def _check_again(arguments: argparse.Namespace) -> int:
    """A configuration file that is being edited may be broken for a while."""
    try:
        return check(arguments)
    except (ConfigError, SelectorError) as error:
        print(f"retain-lint: {make_visible(str(error))}", file=sys.stderr)
        return 2


def _say(arguments: argparse.Namespace) -> None:
    if not arguments.quiet:
        print("Watching for changes; Ctrl-C ends.", file=sys.stderr, flush=True)
