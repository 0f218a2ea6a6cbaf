"""Configuration files: TOML, and the sections of `setup.cfg` and `tox.ini`. Floor 5."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from retain_lint.configuration.options import Options
from retain_lint.configuration.values import ConfigError, know_key, parse_value, read_value

PYPROJECT = "pyproject.toml"
INI_NAMES = ("setup.cfg", "tox.ini")
#: in the order in which a folder is searched
CONFIG_NAMES = (".retain-lint.toml", "retain-lint.toml", PYPROJECT, *INI_NAMES)
SECTION = "retain-lint"
_MISSPELLED = ("retain_lint", "retainlint", "Retain-Lint")


def read_options(path: Path) -> Options | None:
    """The options in a file; None for a `pyproject.toml`, `setup.cfg` or `tox.ini` without our table or section.

    Raises ConfigError."""
    try:
        data = path.read_bytes()
        if path.name in (PYPROJECT, *INI_NAMES) and not _speaks_of_us(data):
            return None  # broken or not, a file that never mentions us is none of our business
        text = data.decode("utf-8")
        options = Options(path.parent.absolute(), origin=str(path))
        if path.name in INI_NAMES or path.suffix in (".cfg", ".ini"):
            section = _read_section(text)
            return None if section is None else _fill(options, section, _parse)
        table = parse_toml(text)
        if path.name == PYPROJECT:
            found = _find_table(table)
            return None if found is None else _fill(options, found, _read)
        return _fill(options, table, _read)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from error
    except ValueError as error:  # ConfigError, TOMLDecodeError and UnicodeDecodeError are all ValueErrors
        raise ConfigError(f"{path}: {error}") from error


def read_inline(texts: list[str], root: Path) -> Options:
    """The options of `--config key=value`, where the value is TOML or as in `setup.cfg`. Raises ConfigError."""
    options = Options(root)
    for text in texts:
        name, _, written = (part.strip() for part in text.partition("="))
        try:
            options = replace(options, **{know_key(name).field: _read_inline(name, written)})
        except ConfigError as error:
            raise ConfigError(f"--config: {error}") from error
    return options


def _read_inline(name: str, written: str) -> Any:
    try:
        value = parse_toml(f"value = {written}")["value"]
    except ValueError:
        return _parse(name, written)
    return _read(name, value)


def parse_toml(text: str) -> dict[str, Any]:
    """The document. Raises ValueError."""
    # Imported here: 10 ms that a run without configuration need not pay.
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    return tomllib.loads(text)


def _speaks_of_us(data: bytes) -> bool:
    return any(name.encode() in data for name in (SECTION, *_MISSPELLED))


def _find_table(document: Mapping[str, object]) -> Mapping[str, object] | None:
    """Our table of a `pyproject.toml`."""
    tool = document.get("tool", {})
    tools = tool if isinstance(tool, dict) else {}
    for name in _MISSPELLED:
        if name in tools:
            raise ConfigError(f"[tool.{name}] is not read; write [tool.{SECTION}]")
    table = tools.get(SECTION)
    if table is None and SECTION in document:
        raise ConfigError(f"[{SECTION}] is not read; write [tool.{SECTION}]")
    if table is not None and not isinstance(table, dict):
        raise ConfigError(f"[tool.{SECTION}] must be a table")
    return table


def _read_section(text: str) -> Mapping[str, object] | None:
    """Our section of an INI file."""
    # Imported here: few projects have one.
    from configparser import Error, RawConfigParser

    parser = RawConfigParser()
    try:
        parser.read_string(text)
    except Error as error:
        raise ConfigError(" ".join(str(error).split())) from error
    for name in (*_MISSPELLED, f"tool:{SECTION}", f"tool.{SECTION}"):
        if parser.has_section(name):
            raise ConfigError(f"[{name}] is not read; write [{SECTION}]")
    return dict(parser.items(SECTION)) if parser.has_section(SECTION) else None


def _fill(options: Options, table: Mapping[str, object], read: Any) -> Options:
    return replace(options, **{know_key(name).field: read(name, value) for name, value in table.items()})


def _read(name: str, value: object) -> object:
    return read_value(know_key(name), value)


def _parse(name: str, value: object) -> object:
    return parse_value(know_key(name), str(value), f"`{name}`")
