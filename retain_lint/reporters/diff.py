"""A unified diff: names that no patch program takes for anything else, and colours. Floor 5."""

from __future__ import annotations

import os

from retain_lint.reporters.style import Style
from retain_lint.reporters.visible import make_visible


def quote_name(name: str) -> str:
    """A name as git and GNU patch write and read it: in quotes, with octal escapes, if it holds more than plain text."""
    if name == make_visible(name) and not set(name) & set('\t"\\'):
        return name
    return '"' + "".join(map(_quote_byte, os.fsencode(name))) + '"'


def _quote_byte(byte: int) -> str:
    character = chr(byte)
    return character if " " <= character <= "~" and character not in '"\\' else f"\\{byte:03o}"


def paint_diff(diff: str, style: Style, *, exact: bool = True) -> str:
    """The diff, its lines coloured by what they say. A program that reads it needs its characters to be `exact`; whoever looks
    at it on a terminal, or asks for colours, does not want them to be obeyed."""
    if exact and not style.coloured:
        return diff
    return "".join(_paint(line, style) for line in diff.splitlines(keepends=True))


def _paint(line: str, style: Style) -> str:
    text = line.rstrip("\r\n")
    end = line[len(text) :]
    text = make_visible(text)
    if text.startswith(("---", "+++")):
        return style.strong(text) + end
    if text.startswith("@@"):
        return style.help(text) + end
    paint = {"+": style.added, "-": style.removed}.get(text[:1])
    return (paint(text) if paint else text) + end
