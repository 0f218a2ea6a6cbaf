"""A parser of arguments whose errors are one line that says what was meant. Floor 6."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from retain_lint.configuration.suggestions import suggest

_CHOICE = re.compile(
    r"argument (?P<name>.+): invalid choice: '(?P<word>.*)' \(choose from (?P<choices>.*)\)", re.DOTALL
)


class Parser(argparse.ArgumentParser):
    """Prints no usage with an error. Long options must be spelled out: an abbreviation may come to mean another one."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **keywords})

    def error(self, message: str) -> NoReturn:
        """Ends the program with the exit code of wrong usage."""
        self.exit(2, f"retain-lint: {_improve(message)} (see `{self.prog} --help`)\n")

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Paths may stand between options. What is unknown is an error here, where the command's own options are known."""
        known, unknown = super().parse_known_args(args, namespace)
        for word in unknown:
            if word.startswith("-"):
                self.error(f"unknown option `{word}`{suggest(word.partition('=')[0], self._list_options())}")
            if not hasattr(known, "paths"):
                self.error(f"unexpected argument `{word}`")
            known.paths.append(word)
        return known, []

    def _list_options(self) -> Iterator[str]:
        return (option for option in self._option_string_actions if option.startswith("--"))


def _improve(message: str) -> str:
    """argparse's message for a wrong choice, in our words."""
    match = _CHOICE.fullmatch(message)
    if match is None:
        return message
    word, choices = match["word"], [choice.strip("'") for choice in match["choices"].split(", ")]
    if match["name"] != "COMMAND":
        return f"{match['name']} must be one of {', '.join(choices)}, not `{word}`{suggest(word, choices)}"
    meant = f"; did you mean `retain-lint check {word}`?" if os.path.exists(word) else suggest(word, choices)
    listed = f" (known: {', '.join(choices)})"
    return f"no command is called `{word}`{meant or listed}"
