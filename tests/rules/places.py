"""Calls, arguments and events of a program's text, for findings written by hand."""

from __future__ import annotations

from dataclasses import dataclass

from retain_lint.domain.call_site import ArgumentSite, CallSite
from retain_lint.domain.history import Event, EventKind
from retain_lint.source import Location, Span
from tests.fixes.sites import Text, list_calls


@dataclass(frozen=True)
class Places:
    """Finds places in a program by line and text; of several on a line, the last."""

    code: str
    path: str = "train.py"

    @property
    def reader(self) -> Text:
        return Text(self.code)

    def place(self, line: int, text: str) -> Location:
        column = self.code.splitlines()[line - 1].rindex(text)
        return Location(self.path, Span(line, column, line, column + len(text)))

    def call(self, line: int) -> CallSite:
        """The call of an engine or an optimiser that starts on a line."""
        calls = [call for method in ("backward", "grad", "step") for call in list_calls(self.code, method, self.path)]
        return next(call for call in calls if call.location.span.start_line == line)

    def statement(self, line: int) -> CallSite:
        """A whole line as a site."""
        text = self.code.splitlines()[line - 1].split("#")[0].strip()
        return CallSite(self.place(line, text), text, statement=True)

    def argument(self, line: int, text: str) -> ArgumentSite:
        return ArgumentSite(self.place(line, text), text, text.split("=")[0].strip() if "=" in text else None)

    def event(self, line: int, text: str, kind: EventKind = EventKind.BUILT) -> Event:
        return Event(kind, self.place(line, text), text)
