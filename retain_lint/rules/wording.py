"""How messages name code and places, so that all rules read alike. Floor 4.

A message is one line without a trailing stop: what happens, why, what to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from retain_lint.diagnostic import RelatedLocation
from retain_lint.domain.finding import CallSite
from retain_lint.domain.history import Event, EventKind
from retain_lint.source import Location

_LONGEST_CODE = 40
_MOST_LINES = 3


def quote(text: str) -> str:
    """Source text in backquotes on one line; what is too long loses its arguments, then its end."""
    line = " ".join(text.split())
    if len(line) > _LONGEST_CODE and line.endswith(")") and "(" in line:
        line = _elide_arguments(line)
    if len(line) > _LONGEST_CODE:
        line = line[: _LONGEST_CODE - 3] + "..."
    return f"`{line}`"


def quote_name(name: str) -> str:
    """The name of a tensor or a module in backquotes; not every tensor has one."""
    return quote(name) if name else "a tensor"


def _elide_arguments(call: str) -> str:
    """`f(a)(b, c)` becomes `f(a)(...)`. Brackets in strings may mislead it, which costs only beauty."""
    depth = 0
    for offset in range(len(call) - 1, -1, -1):
        depth += (call[offset] in ")]}") - (call[offset] in "([{")
        if depth == 0:
            return call[: offset + 1] + "...)"
    return call


def name_line(place: Location, seen_from: Location) -> str:
    """`line 11`, with the cell or the file in front when it is not that of the finding."""
    line = f"line {place.span.start_line}"
    if place.path != seen_from.path:
        return f"{PurePath(place.path).name}, {line}"
    if place.cell != seen_from.cell:
        return f"cell {place.cell}, {line}"
    return line


def name_lines(places: Sequence[Location], seen_from: Location) -> str:
    """`line 11` or `lines 5, 6 and 8`; of many, the first."""
    if len(places) == 1:
        return name_line(places[0], seen_from)
    first = places[:_MOST_LINES]
    names = [name_line(place, seen_from) for place in first]
    if len({(place.path, place.cell) for place in first}) == 1:
        more = [str(place.span.start_line) for place in first[1:]]
        names = [names[0].replace("line ", "lines "), *more]
    *names, last = [*names, f"{len(places) - _MOST_LINES} more"] if len(places) > _MOST_LINES else names
    return f"{', '.join(names)} and {last}"


def cite(source: CallSite | Event, seen_from: Location) -> str:
    """A call or an event with its line, such as "`opt.step()` (line 16)"."""
    return f"{quote(source.text)} ({name_line(source.location, seen_from)})"


def cite_tensor(place: Event, seen_from: Location) -> str:
    """The tensor to detach at a place; what stands there may be a container that holds it."""
    return ("what is in " if place.kind is EventKind.HELD else "") + cite(place, seen_from)


def relate(message: str, source: CallSite | Event | None) -> tuple[RelatedLocation, ...]:
    """The related place of a call or an event, after the calls that lead there; nothing for None."""
    if source is None:
        return ()
    called = tuple(RelatedLocation(f"{message}, called from here", place) for place in source.calls)
    return (*called, RelatedLocation(f"{message} here", source.location))
