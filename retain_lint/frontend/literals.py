"""Lowering of constants and strings. Floor 2."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import libcst as cst

from retain_lint.frontend.frame import Frame
from retain_lint.ir import model as ir

_PLAIN_PREFIXES = frozenset({"", "u", "U"})


def lower_number(frame: Frame, node: cst.Integer | cst.Float, target: ir.Register | None) -> ir.Register:
    """An int or float literal."""
    value = evaluate_number(node)
    return lower_opaque(frame, node, target) if value is None else lower_constant(frame, node, value, target)


def evaluate_number(node: cst.Integer | cst.Float) -> int | float | None:
    """The value of a literal; None for an int too long for Python to convert."""
    text = node.value.replace("_", "")
    try:
        return int(text, 0) if isinstance(node, cst.Integer) else float(text)
    except ValueError:
        return None


def lower_imaginary(frame: Frame, node: cst.Imaginary, target: ir.Register | None) -> ir.Register:
    """A complex literal."""
    return lower_constant(frame, node, complex(node.value.replace("_", "")), target)


def lower_ellipsis(frame: Frame, node: cst.Ellipsis, target: ir.Register | None) -> ir.Register:
    """`...`"""
    target = target or frame.fresh()
    frame.emit(ir.Const(frame.span(node), target, None, ellipsis=True))
    return target


def lower_string(frame: Frame, node: cst.SimpleString, target: ir.Register | None) -> ir.Register:
    """A str or bytes literal."""
    value = evaluate_string(node)
    return lower_opaque(frame, node, target) if value is None else lower_constant(frame, node, value, target)


def lower_concatenation(frame: Frame, node: cst.ConcatenatedString, target: ir.Register | None) -> ir.Register:
    """Adjacent literals: a constant if all are."""
    pieces = list(_pieces(node))
    values = [evaluate_string(piece) if isinstance(piece, cst.SimpleString) else None for piece in pieces]
    texts = [value for value in values if isinstance(value, str)]
    if len(texts) == len(pieces):
        return lower_constant(frame, node, "".join(texts), target)
    binaries = [value for value in values if isinstance(value, bytes)]
    if len(binaries) == len(pieces):
        return lower_constant(frame, node, b"".join(binaries), target)
    parts = [element for piece in pieces for element in _elements(frame, piece)]
    return _build(frame, node, parts, target, any(_is_template(piece) for piece in pieces))


def lower_formatted(frame: Frame, node: Any, target: ir.Register | None) -> ir.Register:
    """An f-string or t-string: its embedded expressions are evaluated in order."""
    return _build(frame, node, list(_embedded(frame, node.parts)), target, _is_template(node))


def lower_constant(frame: Frame, node: cst.CSTNode, value: ir.Constant, target: ir.Register | None) -> ir.Register:
    """Load a constant."""
    target = target or frame.fresh()
    frame.emit(ir.Const(frame.span(node), target, value))
    return target


def lower_opaque(
    frame: Frame, node: cst.CSTNode, target: ir.Register | None, operands: tuple[ir.Register, ...] = ()
) -> ir.Register:
    """A value that the instruction set does not describe."""
    target = target or frame.fresh()
    frame.emit(ir.Opaque(frame.span(node), target, operands))
    return target


def evaluate_string(node: cst.SimpleString) -> str | bytes | None:
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


def _pieces(node: cst.ConcatenatedString) -> Iterator[cst.BaseString]:
    yield node.left
    rest: cst.BaseString = node.right
    while isinstance(rest, cst.ConcatenatedString):
        yield rest.left
        rest = rest.right
    yield rest


def _elements(frame: Frame, piece: cst.BaseString) -> Iterator[ir.Element]:
    if isinstance(piece, cst.SimpleString):
        yield ir.Element(lower_string(frame, piece, None))
    else:
        yield from _embedded(frame, getattr(piece, "parts", ()))


def _embedded(frame: Frame, parts: Any) -> Iterator[ir.Element]:
    """The texts and the embedded expressions, each with the string that its format specification makes."""
    for part in parts:
        expression = getattr(part, "expression", None)
        if expression is None:
            yield ir.Element(_lower_text(frame, part))
            continue
        value = frame.expression(expression)
        if part.conversion is not None:
            value = lower_opaque(frame, part, None, (value,))
        how = _build(frame, part, list(_embedded(frame, part.format_spec)), None, False) if part.format_spec else None
        yield ir.Element(value, how)


def _lower_text(frame: Frame, part: Any) -> ir.Register:
    """Text between the expressions; how it escapes depends on the prefix, which is not looked at."""
    if "\\" in part.value:
        return lower_opaque(frame, part, None)
    return lower_constant(frame, part, part.value.replace("{{", "{").replace("}}", "}"), None)


def _is_template(node: cst.CSTNode) -> bool:
    return type(node).__name__ == "TemplatedString"  # libcst has it since 1.8.3


def _build(
    frame: Frame, node: cst.CSTNode, parts: list[ir.Element], target: ir.Register | None, template: bool
) -> ir.Register:
    """An f-string is text; a template keeps the embedded objects."""
    if template:
        return lower_opaque(frame, node, target, tuple(part.value for part in parts))
    target = target or frame.fresh()
    frame.emit(ir.Build(frame.span(node), target, "string", tuple(parts)))
    return target
