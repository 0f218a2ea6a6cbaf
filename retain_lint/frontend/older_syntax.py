"""Statements of Python 2 as Python 3 reads them, column for column. Floor 2.

Much published training code was written for both, but for a `print` or two. What is printed or raised is still evaluated, and
no place in the file moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from retain_lint.frontend.text import SourceText

_TOKEN = re.compile(
    r"(?P<comment>\#[^\n]*)"
    r"|(?P<string>(?<!\w)[A-Za-z]{0,2}(?:'''(?:\\.|[^\\])*?'''|\"\"\"(?:\\.|[^\\])*?\"\"\""
    r"|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"))"
    r"|(?P<join>\\\n)|(?P<blank>[^\S\n]+)|(?P<word>\w+)|(?P<unequal><>)|(?P<shift>>>)|(?P<mark>.|\n)",
    re.DOTALL,
)
#: what opens and closes brackets
_DEPTHS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
#: how a `print` goes on that is no name
_PRINTED = re.compile(r"(?:\\\n|[^\S\n])*(?=[\w'\"{`~]|>>)")
#: how an `async` goes on that is the name of an argument
_ASYNC_KEYWORD = re.compile(r"[^\S\n]*=(?!=)")


def modernise(source: SourceText) -> SourceText:
    """The source with `print x`, `except E, e`, `raise E, x`, `a <> b` and the keyword argument `async=` in words of the same
    length that Python 3 accepts; itself if it has none of them."""
    parts = list(source.text)
    for start, new in _replacements(source.text):
        parts[start : start + len(new)] = new
    text = "".join(parts)
    return source if text == source.text else replace(source, text=text)


def _replacements(text: str) -> Iterator[tuple[int, str]]:
    depth, statement, begins = 0, "", True
    for token in _TOKEN.finditer(text):
        kind, word, start = token.lastgroup, token[0], token.start()
        if kind in ("comment", "join", "blank"):
            continue
        if kind == "word" and begins:
            statement = word
            if word == "print" and _PRINTED.match(text, token.end()):
                yield start, "0,   "  # a tuple of what is printed
        elif word == "async" and depth and _ASYNC_KEYWORD.match(text, token.end()):
            yield start, "_sync"
        elif kind == "unequal":
            yield start, "!="
        elif kind == "shift" and statement == "print" and text[:start].rstrip().endswith("print"):
            yield start, "  "
        elif word == "," and not depth:
            yield from _cut_at_comma(text, start, statement)
            statement = "" if statement in ("except", "raise") else statement
        depth = max(0, depth + _DEPTHS.get(word, 0))
        begins = not depth and word in ("\n", ":", ";")


def _cut_at_comma(text: str, comma: int, statement: str) -> Iterator[tuple[int, str]]:
    """`except E, e:` loses its name, which only messages read; `raise E, x` raises before it comes to `x`."""
    if statement == "except":
        yield comma, " " * (text.index(":", comma) - comma)
    elif statement == "raise":
        yield comma, ";"
