"""The `clean` command: removes the cache. Floor 6."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from retain_lint.cache.folder import clean_folder
from retain_lint.cache.opening import find_cache_folder
from retain_lint.cli.run import make_finder
from retain_lint.configuration.values import ConfigError
from retain_lint.reporters.paths import show_path
from retain_lint.reporters.visible import make_visible


def clean(arguments: argparse.Namespace) -> int:
    """Removes the cache that a check in the working directory would use, and returns 0. Raises ConfigError."""
    folder = find_cache_folder(make_finder(arguments).find(Path.cwd()))
    try:
        cleaned = folder.is_dir() and clean_folder(folder)
    except OSError as error:
        raise ConfigError(f"clean: {folder}: {error.strerror or error}") from error
    if cleaned:
        print(f"Removed the cache in {make_visible(show_path(folder))}.", file=sys.stderr)
    return 0
