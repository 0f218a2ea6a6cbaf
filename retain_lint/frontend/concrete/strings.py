"""libcst's strings as those of Python's own tree, which holds what they mean. Floor 2."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

import libcst as cst

from retain_lint.frontend.concrete.builder import Builder, Translation
from retain_lint.frontend.newer_nodes import Interpolation, TemplateStr, Uncomputed
from retain_lint.frontend.places import TRIVIA

_PLAIN_PREFIXES = frozenset({"", "u", "U"})
_UNCONVERTED = -1
_BLANK = re.compile(TRIVIA)
_TEMPLATED = "TemplatedString"  # libcst has it since 1.8.3


def _string(b: Builder, node: cst.SimpleString) -> Any:
    value = _evaluate(node)
    return b.at(Uncomputed, node) if value is None else b.at(ast.Constant, node, value=value)


def _evaluate(node: cst.SimpleString) -> str | bytes | None:
    """The value of a literal; None for one that Python rejects (a bad escape)."""
    text = node.value
    if "\\" not in text and "\r" not in text and node.prefix in _PLAIN_PREFIXES:
        quotes = len(node.quote)
        return text[len(node.prefix) + quotes : -quotes]
    try:
        value = ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return None
    return value if isinstance(value, (str, bytes)) else None


def _concatenation(b: Builder, node: cst.ConcatenatedString) -> Any:
    """Adjacent literals: a constant if all are."""
    pieces = list(_pieces(node))
    values = [_evaluate(piece) if isinstance(piece, cst.SimpleString) else None for piece in pieces]
    texts = [value for value in values if isinstance(value, str)]
    if len(texts) == len(pieces):
        return b.at(ast.Constant, node, value="".join(texts))
    binaries = [value for value in values if isinstance(value, bytes)]
    if len(binaries) == len(pieces):
        return b.at(ast.Constant, node, value=b"".join(binaries))
    return _join(b, node, any(type(piece).__name__ == _TEMPLATED for piece in pieces), pieces)


def _formatted(b: Builder, node: Any) -> Any:
    return _join(b, node, type(node).__name__ == _TEMPLATED, [node])


def _pieces(node: cst.ConcatenatedString) -> Iterator[cst.BaseString]:
    yield node.left
    rest: cst.BaseString = node.right
    while isinstance(rest, cst.ConcatenatedString):
        yield rest.left
        rest = rest.right
    yield rest


def _join(b: Builder, node: cst.CSTNode, template: bool, pieces: list[Any]) -> Any:
    """An f-string or t-string of literals, the adjacent texts of which are one."""
    parts: list[Any] = []
    for piece in pieces:
        if isinstance(piece, cst.SimpleString):
            parts.append(_evaluate(piece) or "")
        else:
            raw = "r" in piece.prefix.lower()
            parts += _parts(b, piece.parts, template, "" if raw else piece.quote)
    return b.at(TemplateStr if template else ast.JoinedStr, node, values=_merge(b, node, parts))


def _merge(b: Builder, node: cst.CSTNode, parts: list[Any]) -> list[Any]:
    values: list[Any] = []
    for is_text, group in groupby(parts, lambda part: isinstance(part, str)):
        if not is_text:
            values += group
        elif text := "".join(group):
            values.append(b.at(ast.Constant, node, value=text))
    return values


def _parts(b: Builder, parts: Any, template: bool, quote: str) -> Iterator[Any]:
    """The texts and the embedded expressions; `quote` is that of a string with escapes."""
    for part in parts:
        if not hasattr(part, "expression"):
            yield _text(part.value, quote)
            continue
        conversion = ord(part.conversion) if part.conversion is not None else _UNCONVERTED
        if part.equal is not None:
            text = b.source.text
            behind = _BLANK.match(text, b.offsets(part.equal)[1])
            yield text[b.offsets(part)[0] + 1 : behind.end() if behind else None]
            plain = conversion == _UNCONVERTED and part.format_spec is None
            conversion = ord("r") if plain else conversion
        yield _embedded(b, part, template, conversion, quote)


def _embedded(b: Builder, part: Any, template: bool, conversion: int, quote: str) -> Any:
    specification = None
    if part.format_spec is not None:
        inner = list(_parts(b, part.format_spec, False, quote))
        specification = b.at(ast.JoinedStr, part, values=_merge(b, part, inner))
    fields = {"value": b.translate(part.expression), "conversion": conversion, "format_spec": specification}
    if template:
        start, end = b.offsets(part.expression)
        return b.at(Interpolation, part, str=b.source.text[start:end], **fields)
    return b.at(ast.FormattedValue, part, **fields)


def _text(text: str, quote: str) -> str:
    """What a text between embedded expressions means."""
    text = text.replace("{{", "{").replace("}}", "}").replace("\r\n", "\n").replace("\r", "\n")
    if "\\" not in text or not quote:
        return text
    try:
        return str(ast.literal_eval(f"{quote}{text}{quote}"))
    except (SyntaxError, ValueError):
        return text


STRINGS: Mapping[str, Translation] = {
    "SimpleString": _string,
    "ConcatenatedString": _concatenation,
    "FormattedString": _formatted,
    _TEMPLATED: _formatted,
}
