"""Terminal colours, as plain ANSI sequences. Floor 5."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TextIO

#: the values of `--color`
COLOURS = ("auto", "always", "never")


@dataclass(frozen=True, slots=True)
class Style:
    """Paints text; a plain style leaves it alone."""

    coloured: bool = False

    def error(self, text: str) -> str:
        """The finding itself."""
        return self._paint(text, "1;31")

    def related(self, text: str) -> str:
        """A related place."""
        return self._paint(text, "1;34")

    def frame(self, text: str) -> str:
        """Line numbers and rules around source lines."""
        return self._paint(text, "34")

    def help(self, text: str) -> str:
        """Advice."""
        return self._paint(text, "1;36")

    def added(self, text: str) -> str:
        """A line that a diff adds."""
        return self._paint(text, "32")

    def removed(self, text: str) -> str:
        """A line that a diff removes."""
        return self._paint(text, "31")

    def strong(self, text: str) -> str:
        """Headings."""
        return self._paint(text, "1")

    def _paint(self, text: str, attributes: str) -> str:
        return f"\x1b[{attributes}m{text}\x1b[0m" if self.coloured and text else text


def choose_style(stream: TextIO, when: str = "auto") -> Style:
    """Whether to colour, by `--color`: `auto` colours on a terminal, unless a non-empty `NO_COLOR` turns colours off, or else a
    non-empty `FORCE_COLOR` turns them on."""
    if when != "auto":
        return Style(when == "always")
    if os.environ.get("NO_COLOR"):
        return Style(False)
    if os.environ.get("FORCE_COLOR"):
        return Style(True)
    return Style(stream.isatty() and os.environ.get("TERM") != "dumb")
