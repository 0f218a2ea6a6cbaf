"""Configuration: what the user asked for, layer by layer, made into settings. Floor 5.

A layer is a configuration file, the file that it extends, or the command line, which comes on top.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from retain_lint.configuration.rule_selection import Layer
from retain_lint.configuration.values import ALL_CORES, PatternRules
from retain_lint.diagnostic import Confidence

_EXCLUDED_FOLDERS = """
    .bzr .direnv .eggs .git .git-rewrite .hg .ipynb_checkpoints .mypy_cache .nox .pants.d .pyenv .pytest_cache .pytype
    .retain_lint_cache .ruff_cache .svn .tox .venv .vscode __pycache__ __pypackages__ _build buck-out build dist node_modules site-packages
    venv
"""
DEFAULT_EXCLUDE = tuple(_EXCLUDED_FOLDERS.split())


@dataclass(frozen=True, slots=True)
class PatternIgnores:
    """Selectors that are off in the files that match `pattern` (gitignore syntax, seen from `root`; a leading `!`
    means the files that do not match)."""

    root: Path
    pattern: str
    selectors: tuple[str, ...]
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Excludes:
    """Paths to leave out, in gitignore syntax, seen from `root`."""

    root: Path
    patterns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """One layer of configuration as written. None means: not said here. Its fields but the first two are those of KEYS.

    Relative patterns are seen from `root`, the folder of the file or the working directory. `origin` is the file's path,
    empty for the command line."""

    root: Path
    origin: str = ""
    extend: str | None = None
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] | None = None
    extend_ignore: tuple[str, ...] | None = None
    per_file_ignores: PatternRules | None = None
    extend_per_file_ignores: PatternRules | None = None
    min_confidence: str | None = None
    baseline: str | None = None
    fix: bool | None = None
    fix_only: bool | None = None
    show_fixes: bool | None = None
    unsafe_fixes: bool | None = None
    fixable: tuple[str, ...] | None = None
    unfixable: tuple[str, ...] | None = None
    exclude: tuple[str, ...] | None = None
    extend_exclude: tuple[str, ...] | None = None
    force_exclude: bool | None = None
    respect_gitignore: bool | None = None
    output_format: str | None = None
    jobs: int | None = None
    cache_dir: str | None = None

    @property
    def layer(self) -> Layer:
        """What it says of rules."""
        ignore = (*(self.ignore or ()), *(self.extend_ignore or ()))
        return Layer(self.select, ignore, self.extend_select or (), self.fixable, self.unfixable or (), self.origin)


@dataclass(frozen=True, slots=True)
class Settings:
    """All layers together, for the files under one configuration. `source` is the file used, if any."""

    root: Path
    source: Path | None = None
    layers: tuple[Layer, ...] = ()
    per_file_ignores: tuple[PatternIgnores, ...] = ()
    excludes: tuple[Excludes, ...] = ()
    force_exclude: bool = False
    respect_gitignore: bool = True
    output_format: str = "text"
    min_confidence: Confidence = Confidence.DEFINITE
    baseline: Path | None = None
    fix: bool = False
    fix_only: bool = False
    show_fixes: bool = False
    unsafe_fixes: bool = False
    jobs: int = ALL_CORES
    cache_dir: Path | None = None


_PLAIN = (
    "force_exclude",
    "respect_gitignore",
    "output_format",
    "fix",
    "fix_only",
    "show_fixes",
    "unsafe_fixes",
    "jobs",
)


def make_settings(layers: Iterable[Options], root: Path, source: Path | None = None) -> Settings:
    """The settings that layers add up to, the strongest last."""
    settings = Settings(root, source, excludes=(Excludes(root, DEFAULT_EXCLUDE),))
    for options in layers:
        settings = _apply(settings, options)
    return settings


def _apply(settings: Settings, options: Options) -> Settings:
    said: dict[str, Any] = {name: getattr(options, name) for name in _PLAIN if getattr(options, name) is not None}
    if options.min_confidence is not None:
        said["min_confidence"] = Confidence(options.min_confidence)
    if options.baseline is not None:
        said["baseline"] = Path(os.path.abspath(options.root / options.baseline))
    if options.cache_dir is not None:
        said["cache_dir"] = Path(os.path.abspath(options.root / os.path.expanduser(options.cache_dir)))
    return replace(
        settings,
        layers=(*settings.layers, options.layer),
        per_file_ignores=_add_ignores(settings, options),
        excludes=_add_excludes(settings, options),
        **said,
    )


def _add_ignores(settings: Settings, options: Options) -> tuple[PatternIgnores, ...]:
    kept = settings.per_file_ignores if options.per_file_ignores is None else ()
    added = (*(options.per_file_ignores or ()), *(options.extend_per_file_ignores or ()))
    return (
        *kept,
        *(PatternIgnores(options.root, _clean(pattern), rules, options.origin) for pattern, rules in added),
    )


def _add_excludes(settings: Settings, options: Options) -> tuple[Excludes, ...]:
    kept = settings.excludes if options.exclude is None else ()
    said = (
        Excludes(options.root, tuple(map(_clean, group)))
        for group in (options.exclude, options.extend_exclude)
        if group
    )
    return (*kept, *said)


def _clean(pattern: str) -> str:
    """`./train/*.py` as gitignore would write it, where a leading dot matches nothing."""
    negation = "!" if pattern.startswith("!") else ""
    path = pattern.removeprefix("!")
    return negation + (path[1:] if path.startswith("./") else path)
