"""Remove, add and rename arguments of a call. Floor 4.

Everything that is not the argument stays as it is, comments included; what cannot be edited safely gives None.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from retain_lint.diagnostic import Edit
from retain_lint.domain.call_site import ArgumentSite
from retain_lint.fixes.call_text import CallText, parse_call
from retain_lint.fixes.passage import Passage


@dataclass(frozen=True, slots=True)
class Removal:
    """The edits, and whether something is lost with the argument: a comment on its line, or a call in its value."""

    edits: tuple[Edit, ...]
    lossless: bool


def remove_argument(call: Passage, argument: ArgumentSite) -> Removal | None:
    """Remove an argument of a call, with its comma. `backward(None, True)` becomes `backward()`: a placeholder None
    before it goes too. If positional arguments follow, None takes its place, which every engine argument defaults to.
    """
    parsed = parse_call(call.text)
    index = _find_index(call, parsed, argument)
    if parsed is None or index is None:
        return None
    target = parsed.arguments[index]
    positional = target.keyword is None
    if target.starred or positional and any(a.starred for a in parsed.arguments):
        return None
    pure = "(" not in target.text[target.value_start - target.start :].strip("( )")
    if positional and any(a.keyword is None for a in parsed.arguments[index + 1 :]):
        return Removal((call.edit(target.start, target.end, "None"),), pure)
    first = _skip_placeholders(parsed, index) if positional else index
    ranges = _find_ranges(parsed, first, index)
    edits = tuple(call.edit(start, end, "") for start, end in ranges)
    return Removal(edits, pure and not any(parsed.has_comment(start, end) for start, end in ranges))


def add_retain_graph(call: Passage) -> tuple[Edit, ...] | None:
    """Make an engine call retain its graph. None if the call is no `backward(...)` or `grad(...)`, or if retain_graph
    may be among its positional or starred arguments."""
    parsed = parse_call(call.text)
    name = re.search(r"\b(backward|grad)\s*$", parsed.callee) if parsed else None
    if parsed is None or name is None or any(a.starred for a in parsed.arguments):
        return None
    for argument in parsed.arguments:
        if argument.keyword == "retain_graph":
            return (call.edit(argument.value_start, argument.end, "True"),)
    if sum(a.keyword is None for a in parsed.arguments) > (3 if name[1] == "grad" else 1):
        return (
            None  # autograd.grad(outputs, inputs, grad_outputs, retain_graph), Tensor.backward(gradient, retain_graph)
        )
    if parsed.arguments:
        end = parsed.arguments[-1].end
        return (call.edit(end, end, ", retain_graph=True"),)
    return (call.edit(parsed.closing, parsed.closing, "retain_graph=True"),)


def rename_keyword(call: Passage, argument: ArgumentSite, name: str) -> tuple[Edit, ...] | None:
    """Give a keyword argument another keyword."""
    parsed = parse_call(call.text)
    index = _find_index(call, parsed, argument)
    if parsed is None or index is None:
        return None
    target = parsed.arguments[index]
    if target.keyword is None or any(a.keyword == name for a in parsed.arguments):
        return None
    return (call.edit(target.start, target.start + len(target.keyword), name),)


def _find_index(call: Passage, parsed: CallText | None, argument: ArgumentSite) -> int | None:
    place = argument.location
    if parsed is None or (place.path, place.cell) != (call.location.path, call.location.cell):
        return None
    return parsed.find_argument(call.find_offset(place.span.start_line, place.span.start_column))


def _skip_placeholders(parsed: CallText, index: int) -> int:
    """The first of the arguments `None` directly before `index`."""
    while index > 0 and parsed.arguments[index - 1].text == "None":
        index -= 1
    return index


def _find_ranges(parsed: CallText, first: int, last: int) -> tuple[tuple[int, int], ...]:
    """What to delete so that the rest reads as if the arguments from `first` to `last` had never been there."""
    arguments = parsed.arguments
    start, end, comma = arguments[first].start, arguments[last].end, arguments[last].comma
    behind = end if comma is None else comma + 1
    if first == 0 and last == len(arguments) - 1 and not parsed.has_comment(parsed.opening, parsed.closing):
        return ((parsed.opening + 1, parsed.closing),)
    if comma is not None and parsed.has_comment(end, comma):
        return (start, end), (comma, behind)
    lines = _find_own_lines(parsed, start, behind)
    if lines is not None:
        return (lines,)
    if last + 1 < len(arguments):
        following = arguments[last + 1].start
        blanks = _count_blanks(parsed.text[behind:])
        return ((start, behind + blanks if parsed.has_comment(end, following) else following),)
    if first == 0 or parsed.has_comment(arguments[first - 1].end, start):
        return ((start, behind),)
    return ((arguments[first - 1].end, end),)


def _find_own_lines(parsed: CallText, start: int, behind: int) -> tuple[int, int] | None:
    """The whole lines of an argument that shares them with nothing but its comma and a comment."""
    line = parsed.text.rfind("\n", 0, start) + 1
    rest = re.compile(r"[ \t]*(#[^\r\n]*)?\r?\n").match(parsed.text, behind)
    if line <= parsed.opening or parsed.text[line:start].strip() or rest is None:
        return None
    return line, rest.end()


def _count_blanks(text: str) -> int:
    return len(text) - len(text.lstrip(" \t"))
