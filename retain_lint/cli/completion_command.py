"""The `completion` command: a script for a shell that completes commands, options, their values, rules and paths. Floor 6."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from retain_lint.configuration.keys import KEYS, Kind
from retain_lint.configuration.rule_selection import ALL
from retain_lint.configuration.values import ConfigError
from retain_lint.rules.base import list_documented
from retain_lint.rules.documentation import Documented

_FILES = {"-o", "--output-file", "--config", "--stdin-filename"} | {
    f"--{key.name}" for key in KEYS if key.kind in (Kind.PATH, Kind.FOLDER)
}
_CHOICES = {f"--{key.name}": key.choices for key in KEYS if key.choices}
_RULES = {f"--{key.name}" for key in KEYS if key.kind is Kind.SELECTORS}
_PATHS = ("paths", "path", "target")


def complete(parser: argparse.ArgumentParser, shell: str) -> int:
    """Prints the script and returns 0. Raises ConfigError if shtab is missing."""
    try:
        import shtab
    except ImportError as error:
        raise ConfigError("completion needs shtab: `pip install 'retain-lint[completion]'`") from error
    _describe_values(parser, shtab.FILE, list_documented())
    print(shtab.complete(parser, shell=shell))
    return 0


def _describe_values(parser: argparse.ArgumentParser, file: object, rules: Sequence[Documented]) -> None:
    """Tells shtab what may stand behind each option; our own checks say it to argparse in no way. Of a list of rules the first
    is completed."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                _describe_values(command, file, rules)
        elif not action.option_strings:
            if action.dest in _PATHS:
                action.complete = file  # type: ignore[attr-defined]
            elif action.dest == "rule":
                action.choices = [name for rule in rules for name in (rule.code, rule.name)]
        elif not _FILES.isdisjoint(action.option_strings):
            action.complete = file  # type: ignore[attr-defined]
        elif action.choices is None and action.option_strings[-1] in _CHOICES:
            action.choices = _CHOICES[action.option_strings[-1]]
        elif not _RULES.isdisjoint(action.option_strings):
            action.choices = [ALL, *(rule.code for rule in rules)]
