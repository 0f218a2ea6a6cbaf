"""Configuration: what the user asked for, in TOML or on the command line, made into settings. Floor 5.

The closest `.retain-lint.toml`, `retain-lint.toml` or `pyproject.toml` with a `[tool.retain-lint]` table, seen from the
checked file, is used alone: files further up are not merged in. The command line comes on top of it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from retain_lint.diagnostic import Confidence
from retain_lint.selection import Layer

OUTPUT_FORMATS = ("text", "full", "concise", "json")
CONFIG_NAMES = (".retain-lint.toml", "retain-lint.toml", "pyproject.toml")
_SECTION = "retain-lint"
_EXCLUDED_FOLDERS = """
    .bzr .direnv .eggs .git .git-rewrite .hg .ipynb_checkpoints .mypy_cache .nox .pants.d .pyenv .pytest_cache .pytype
    .ruff_cache .svn .tox .venv .vscode __pycache__ __pypackages__ _build buck-out build dist node_modules site-packages
    venv
"""
DEFAULT_EXCLUDE = tuple(_EXCLUDED_FOLDERS.split())


class ConfigError(ValueError):
    """A configuration that cannot be used. The message is one line that names the file."""


@dataclass(frozen=True, slots=True)
class PatternIgnores:
    """Selectors that are off in the files that match `pattern` (gitignore syntax, seen from `root`; a leading `!`
    means the files that do not match)."""

    root: Path
    pattern: str
    selectors: tuple[str, ...]
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Options:
    """One layer of configuration as written: a TOML file, or the command line. None means: not said here.

    Relative patterns are seen from `root`, the folder of the file or the working directory. `origin` is the file's path,
    empty for the command line."""

    root: Path
    origin: str = ""
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] | None = None
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] | None = None
    exclude: tuple[str, ...] | None = None
    extend_exclude: tuple[str, ...] | None = None
    respect_gitignore: bool | None = None
    output_format: str | None = None
    min_confidence: str | None = None
    unsafe_fixes: bool | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """All layers together, for the files under one configuration. `source` is the TOML file used, if any."""

    root: Path
    source: Path | None = None
    layers: tuple[Layer, ...] = ()
    per_file_ignores: tuple[PatternIgnores, ...] = ()
    exclude: tuple[str, ...] = DEFAULT_EXCLUDE
    extend_exclude: tuple[str, ...] = ()
    respect_gitignore: bool = True
    output_format: str = "text"
    min_confidence: Confidence = Confidence.CONDITIONAL
    unsafe_fixes: bool = False


def apply_options(settings: Settings, options: Options) -> Settings:
    """`settings` with a stronger layer on top."""
    ignores = (
        PatternIgnores(options.root, pattern, selectors, options.origin)
        for pattern, selectors in options.per_file_ignores or ()
    )
    told = {
        name: getattr(options, name)
        for name in ("exclude", "respect_gitignore", "output_format", "unsafe_fixes")
        if getattr(options, name) is not None
    }
    if options.min_confidence is not None:
        told["min_confidence"] = Confidence(options.min_confidence)
    layer = Layer(options.select, options.ignore or (), options.extend_select or (), options.origin)
    return replace(
        settings,
        layers=(*settings.layers, layer),
        per_file_ignores=(*settings.per_file_ignores, *ignores),
        extend_exclude=(*settings.extend_exclude, *(options.extend_exclude or ())),
        **told,
    )


def _strings(key: str, value: object) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise ConfigError(f"`{key}` must be a list of strings")


def _string_lists(key: str, value: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if not isinstance(value, dict):
        raise ConfigError(f"`{key}` must be a table of lists of strings")
    return tuple((str(name), _strings(f"{key}.{name}", item)) for name, item in value.items())


def _choice(key: str, value: object, choices: tuple[str, ...]) -> str:
    if value in choices:
        return str(value)
    raise ConfigError(f"`{key}` must be one of {', '.join(choices)}")


def _read_value(key: str, value: object) -> Any:
    """The value of one option, checked. Raises ConfigError."""
    if key in ("respect-gitignore", "unsafe-fixes"):
        if isinstance(value, bool):
            return value
        raise ConfigError(f"`{key}` must be true or false")
    if key == "output-format":
        return _choice(key, value, OUTPUT_FORMATS)
    if key == "min-confidence":
        return _choice(key, value, tuple(confidence.value for confidence in Confidence))
    return _string_lists(key, value) if key == "per-file-ignores" else _strings(key, value)


def _read_table(path: Path, table: Mapping[str, object]) -> Options:
    known = {
        option.name.replace("_", "-"): option.name
        for option in fields(Options)
        if option.name not in ("root", "origin")
    }
    unknown = sorted(table.keys() - known.keys())
    if unknown:
        raise ConfigError(f"unknown key `{unknown[0]}` (known: {', '.join(sorted(known))})")
    options = Options(path.parent.absolute(), origin=str(path))
    return replace(options, **{known[key]: _read_value(key, value) for key, value in table.items()})


def _parse_toml(text: str) -> object:
    # Imported here: 10 ms that a run without configuration need not pay.
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    return tomllib.loads(text)


def read_options(path: Path) -> Options | None:
    """The options in a TOML file; None for a `pyproject.toml` without our table. Raises ConfigError."""
    try:
        data = path.read_bytes()
        in_section = path.name == "pyproject.toml"
        # A pyproject.toml that never mentions us is none of our business, broken or not.
        if in_section and _SECTION.encode() not in data:
            return None
        document = _parse_toml(data.decode("utf-8"))
        if in_section:
            tool = document.get("tool", {}) if isinstance(document, dict) else {}
            document = tool.get(_SECTION) if isinstance(tool, dict) else None
        if document is None:
            return None
        if not isinstance(document, dict):
            raise ConfigError(f"[tool.{_SECTION}] must be a table")
        return _read_table(path, document)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from error
    except ValueError as error:  # ConfigError, TOMLDecodeError and UnicodeDecodeError are all ValueErrors
        raise ConfigError(f"{path}: {error}") from error


@dataclass(frozen=True, slots=True)
class SettingsFinder:
    """Finds the settings for a folder, each configuration file read once. `fixed` is the file of `--config`."""

    command_line: Options
    isolated: bool = False
    fixed: Path | None = None
    _found: dict[Path, Settings] = field(default_factory=dict)

    def find(self, folder: Path) -> Settings:
        """The settings for the files of a folder (absolute). Raises ConfigError."""
        if folder not in self._found:
            self._found[folder] = self._resolve(folder)
        return self._found[folder]

    def _resolve(self, folder: Path) -> Settings:
        if self.fixed is not None:
            return self._from_file(self.fixed, read_options(self.fixed) or Options(self.fixed.parent.absolute()))
        if not self.isolated:
            for name in CONFIG_NAMES:
                path = folder / name
                options = read_options(path) if path.is_file() else None
                if options is not None:
                    return self._from_file(path, options)
            if folder.parent != folder:
                return self.find(folder.parent)
        return apply_options(Settings(self.command_line.root), self.command_line)

    def _from_file(self, path: Path, options: Options) -> Settings:
        base = Settings(options.root, source=path)
        return apply_options(apply_options(base, options), self.command_line)
