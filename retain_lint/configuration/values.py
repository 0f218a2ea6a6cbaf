"""The values of configuration keys: from TOML, and from text in `setup.cfg`, `tox.ini` and on the command line. Floor 5."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from retain_lint.configuration.keys import KEYS, Key, Kind, find_key
from retain_lint.configuration.rule_selection import split_selectors
from retain_lint.configuration.suggestions import suggest

AUTO = "auto"
#: stands for `auto` in the settings
ALL_CORES = 0
_BOOLEANS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}

PatternRules = tuple[tuple[str, tuple[str, ...]], ...]


class ConfigError(ValueError):
    """A configuration that cannot be used. The message is one line that names its source."""


def know_key(name: str) -> Key:
    """The key of this name. Raises ConfigError for an unknown one."""
    key = find_key(name)
    if key is None:
        names = sorted(known.name for known in KEYS)
        listed = f" (known: {', '.join(names)})"
        raise ConfigError(f"unknown key `{name}`{suggest(name, names) or listed}")
    return key


def read_value(key: Key, value: object) -> Any:
    """A value of a TOML document, checked. Raises ConfigError."""
    if key.kind in (Kind.SELECTORS, Kind.PATTERNS):
        return _read_strings(key.name, value)
    if key.kind is Kind.PATTERN_RULES:
        return _read_tables(key.name, value)
    if key.kind is Kind.FLAG:
        return _expect(isinstance(value, bool), key.name, "true or false", value)
    if key.kind is Kind.COUNT and isinstance(value, int) and not isinstance(value, bool):
        return parse_value(key, str(value), f"`{key.name}`")
    _expect(isinstance(value, str), key.name, describe(key), value)
    return parse_value(key, str(value), f"`{key.name}`")


def parse_value(key: Key, text: str, name: str) -> Any:
    """A value written as text, checked. `name` is how the user wrote the key. Raises ConfigError."""
    if key.kind is Kind.PATTERN_RULES:
        return _parse_pairs(text, name)
    if key.kind in (Kind.SELECTORS, Kind.PATTERNS):
        values = split_selectors(text)
        if not values:
            raise ConfigError(f"{name} is empty: name {'a rule' if key.kind is Kind.SELECTORS else 'a path'}")
        return values
    if key.kind is Kind.FLAG and text.strip().lower() in _BOOLEANS:
        return _BOOLEANS[text.strip().lower()]
    if key.kind is Kind.COUNT and (text == AUTO or (text.isdecimal() and int(text) > 0)):
        return ALL_CORES if text == AUTO else int(text)
    if key.kind in (Kind.PATH, Kind.FOLDER) or (key.kind is Kind.CHOICE and text in key.choices):
        return text
    raise ConfigError(f"{name} must be {describe(key)}, not `{text}`{suggest(text, key.choices)}")


def describe(key: Key) -> str:
    """What may stand behind a key."""
    return {
        Kind.SELECTORS: "a list of strings",
        Kind.PATTERNS: "a list of strings",
        Kind.PATTERN_RULES: "a table of lists of strings",
        Kind.FLAG: "true or false",
        Kind.CHOICE: f"one of {', '.join(key.choices)}",
        Kind.PATH: "a path",
        Kind.FOLDER: "a path",
        Kind.COUNT: f"a whole number of at least 1, or `{AUTO}`",
    }[key.kind]


def _expect(fits: bool, name: str, wanted: str, value: object) -> object:
    if not fits:
        raise ConfigError(f"`{name}` must be {wanted}, not {_name_type(value)}")
    return value


def _name_type(value: object) -> str:
    names = {bool: "a boolean", int: "a number", float: "a number", str: "a string", list: "a list", dict: "a table"}
    return names.get(type(value), f"a {type(value).__name__}")


def _read_strings(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        _expect(False, name, "a list of strings", value)
    for item in value if isinstance(value, list) else ():
        if not isinstance(item, str):
            raise ConfigError(f"`{name}` must be a list of strings, but holds {_name_type(item)}")
    return tuple(value) if isinstance(value, list) else ()


def _read_tables(name: str, value: object) -> PatternRules:
    _expect(isinstance(value, dict), name, "a table of lists of strings", value)
    items: Iterable[tuple[str, object]] = value.items() if isinstance(value, dict) else ()
    return tuple((pattern, _read_strings(f"{name}.{pattern}", rules)) for pattern, rules in items)


def _parse_pairs(text: str, name: str) -> PatternRules:
    """`pattern:CODE,CODE other:CODE`, as flake8 writes it."""
    pairs: list[tuple[str, tuple[str, ...]]] = []
    for token in split_selectors(text):
        pattern, colon, selector = token.rpartition(":")
        if colon:
            pairs.append((pattern, (selector,) if selector else ()))
        elif pairs:
            pairs[-1] = (pairs[-1][0], (*pairs[-1][1], token))
        else:
            raise ConfigError(f"{name}: `{token}` is not PATTERN:RULES, such as `tests/*.py:RTG2`")
    return tuple(pairs)
