"""Calls and arguments as they are written. Floor 2."""

from __future__ import annotations

from dataclasses import dataclass

from retain_lint.source import Location


@dataclass(frozen=True, slots=True)
class ArgumentSite:
    """An argument as written; `location` covers `keyword=value`, `text` its source."""

    location: Location
    text: str
    keyword: str | None

    @property
    def value(self) -> str:
        """The source of what is given, without the keyword."""
        return self.text if self.keyword is None else self.text.partition("=")[2].strip()


@dataclass(frozen=True, slots=True)
class CallSite:
    """A call as written: its place and text, its arguments, what stands before the dot (`receiver`, such as `loss`),
    and the inlined calls that lead to it (`calls`, outermost first)."""

    location: Location
    text: str
    arguments: tuple[ArgumentSite, ...] = ()
    receiver: str = ""
    calls: tuple[Location, ...] = ()
    statement: bool = False
