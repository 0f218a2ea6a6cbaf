"""How messages name code and places, so that all rules read alike. Floor 4.

A message and a help text are one line each, without a trailing stop, and at most LONGEST characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from retain_lint.diagnostic import Confidence, RelatedLocation
from retain_lint.domain.call_site import CallSite
from retain_lint.domain.finding import Finding
from retain_lint.domain.history import Event
from retain_lint.source import Location

LONGEST = 120
_LONGEST_CODE = 60
_MOST_LINES = 3
_QUOTED = re.compile(r"`[^`]*`")
_CODE = re.compile(r"(?:\b(?:call|move|pass|remove|run|use)|:) `")
_FIRST_NAME = re.compile(
    r"^(?:\.\.\.)?(?:[^\W\d]\w*|\((?:[^()]|\([^()]*\))*\))(?:\(\.\.\.\)|\[\.\.\.\]|\(\))*\.(?=[^\W\d])"
)


def quote(text: str) -> str:
    """Source text in backquotes."""
    return f"`{text}`"


def is_code(advice: str) -> bool:
    """Does a cure say what to type?"""
    return _CODE.search(advice) is not None


def quote_name(name: str) -> str:
    """The name of a tensor or a module in backquotes; not every tensor has one."""
    return quote(name) if name else "a tensor"


def begin(finding: Finding) -> str:
    """What stands before the message of a finding that does not always hold."""
    return "" if finding.confidence is Confidence.DEFINITE else "on some paths, "


def first_fitting(finding: Finding, *lines: str, bare: str = "") -> str:
    """The first of several ways to say it of a finding that is short enough, else the last; the `bare` one, without a place
    that is related as well, if that one is too long even with its code made shorter."""
    longest = LONGEST - len(begin(finding))
    found = next((line for line in lines if len(line) <= longest), lines[-1])
    return bare if bare and len(fit(found, longest)) > longest else found


def fit(line: str, longest: int = LONGEST, longest_code: int = _LONGEST_CODE) -> str:
    """The line with its quoted code made shorter, the longest first, until it is short enough or no code can be."""
    while True:
        quoted = sorted(_QUOTED.findall(line), key=len, reverse=True)
        long = [code for code in quoted if len(line) > longest or len(code) > longest_code + 2]
        shorter = next(((code, next(_shorten(code[1:-1]), None)) for code in long if any(_shorten(code[1:-1]))), None)
        if shorter is None:
            return line
        line = line.replace(shorter[0], quote(shorter[1] or ""))


def _shorten(code: str) -> Iterator[str]:
    """Shorter forms of an expression, in whole tokens: without the arguments of its last call, of all its brackets, or without
    the names before its last dots."""
    for short in (_elide_last(code), _elide_all(code), _FIRST_NAME.sub("...", code)):
        if len(short) < len(code):
            yield short


def _elide_last(code: str) -> str:
    """`f(a)(b, c)` becomes `f(a)(...)`. Brackets in strings may mislead it, which costs only beauty."""
    depth = 0
    for offset in range(len(code) - 1, -1, -1) if code.endswith(")") else ():
        depth += (code[offset] in ")]}") - (code[offset] in "([{")
        if depth == 0:
            return code[: offset + 1] + "...)" if offset else code
    return code


def _elide_all(code: str) -> str:
    """`f(a)[b].g(c)` becomes `f(...)[...].g(...)`; brackets that hold nothing, or are all of the code, stay."""
    kept, depth = "", 0
    for offset, character in enumerate(code):
        opens, closes = character in "([{" and offset > 0, character in ")]}" and depth > 0
        if closes:
            depth -= 1
        if depth == 0:
            kept += ("..." if closes and code[offset - 1] not in "([{" else "") + character
        if opens:
            depth += 1
    return kept if depth == 0 else code


def name_line(place: Location, seen_from: Location) -> str:
    """`line 11`, with the cell or the file when it is not that of the finding."""
    line = f"line {place.span.start_line}"
    if place.path != seen_from.path:
        return f"{PurePath(place.path).name}, {line}"
    if place.cell != seen_from.cell:
        return f"cell {place.cell}, {line}"
    return line


def at_line(place: Location, seen_from: Location) -> str:
    """`on line 11`, `in cell 2, line 11`."""
    line = name_line(place, seen_from)
    return f"on {line}" if line.startswith("line") else f"in {line}"


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


def name_loss(call: CallSite) -> str:
    """What an engine call differentiates, as written: `loss` of `loss.backward()`, of `accelerator.backward(loss)`."""
    method = call.text.partition("(")[0].rpartition(".")[2]
    given = [argument.text for argument in call.arguments if argument.keyword is None]
    if method == "backward" and not given:
        return quote(call.receiver) if call.receiver else "the loss"
    return quote(given[0]) if given and method != "backward" else "the loss"


def relate(message: str, source: CallSite | Event | None) -> tuple[RelatedLocation, ...]:
    """The related place of a call or an event; nothing for None."""
    return () if source is None else (RelatedLocation(message, source.location),)
