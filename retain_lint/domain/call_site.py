"""Calls and arguments as they are written. Floor 2."""

from __future__ import annotations

from dataclasses import dataclass

from retain_lint.source import Location


def written_value(text: str, keyword: str | None) -> str:
    """What is given, of the source of an argument."""
    return text if keyword is None else text.partition("=")[2].strip()


@dataclass(frozen=True, slots=True)
class ArgumentSite:
    """An argument as written; `location` covers `keyword=value`, `text` its source."""

    location: Location
    text: str
    keyword: str | None

    @property
    def value(self) -> str:
        """The source of what is given, without the keyword."""
        return written_value(self.text, self.keyword)


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
