"""The `config` command: what holds for a file or folder once all sources are put together; the schema. Floor 6."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from retain_lint.cache.opening import find_cache_folder
from retain_lint.cli.run import make_finder
from retain_lint.configuration.options import Settings
from retain_lint.configuration.schema import make_schema
from retain_lint.configuration.values import ALL_CORES, AUTO, ConfigError
from retain_lint.reporters.visible import make_visible
from retain_lint.results.filters import Filter, FilterMaker, list_rule_names


def configure(arguments: argparse.Namespace) -> int:
    """Prints the configuration, or its schema, and returns 0. Raises ConfigError or SelectorError."""
    if arguments.schema:
        print(json.dumps(make_schema(), indent=2))
        return 0
    path = Path(os.path.abspath(arguments.path))
    if not path.exists():
        raise ConfigError(f"{arguments.path}: no such file or folder")
    settings = make_finder(arguments).find(path if path.is_dir() else path.parent)
    keeper = FilterMaker().make(path, settings)
    print("\n".join(map(make_visible, [*_list_rules(settings, keeper), *_list_values(settings)])))
    return 0


def _list_rules(settings: Settings, keeper: Filter) -> Iterator[str]:
    """What all selectors come down to for this path."""
    yield f"# configuration file: {settings.source or 'none'}"
    known = list_rule_names()
    on, named = keeper.selection.enabled, keeper.selection.named
    yield f"# rules that are on: {' '.join(sorted(on)) or 'none'}"
    yield f"# rules that are off: {' '.join(sorted({rule.code for rule in known} - on)) or 'none'}"
    if named:
        yield f"# rules that are on in every form: {' '.join(sorted(named))}"
    unfixable = {rule.code for rule in known} - keeper.fixable
    if unfixable:
        yield f"# rules that are not fixed: {' '.join(sorted(unfixable))}"


def _list_values(settings: Settings) -> Iterator[str]:
    """The other keys, as TOML."""
    yield f"min-confidence = {_write(settings.min_confidence.value)}"
    if settings.baseline is not None:
        yield f"baseline = {_write(str(settings.baseline))}"
    for name in ("fix", "fix_only", "show_fixes", "unsafe_fixes", "force_exclude", "respect_gitignore"):
        yield f"{name.replace('_', '-')} = {_write(getattr(settings, name))}"
    yield f"output-format = {_write(settings.output_format)}"
    yield f"jobs = {_write(AUTO if settings.jobs == ALL_CORES else settings.jobs)}"
    yield f"cache-dir = {_write(str(find_cache_folder(settings)))}"
    for excludes in settings.excludes:
        yield f"# seen from {excludes.root}"
        yield f"# exclude = {_write_list(excludes.patterns)}"
    for ignores in settings.per_file_ignores:
        yield f"# seen from {ignores.root}"
        yield f"# per-file-ignores: {_write(ignores.pattern)} = {_write_list(ignores.selectors)}"


def _write(value: str | bool | int) -> str:
    """A TOML value: JSON's strings, numbers and booleans are TOML's."""
    return json.dumps(value, ensure_ascii=False)


def _write_list(values: Iterable[str]) -> str:
    return f"[{', '.join(map(_write, values))}]"
