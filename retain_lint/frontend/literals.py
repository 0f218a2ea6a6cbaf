"""Lowering of constants and strings. Floor 2."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import EllipsisType
from typing import Any

from retain_lint.frontend.frame import Frame
from retain_lint.ir import model as ir

#: the conversion of an embedded expression that has none
_UNCONVERTED = -1


def lower_literal(frame: Frame, node: ast.Constant, target: ir.Register | None) -> ir.Register:
    """A number, a string, True, False, None or `...`"""
    if not isinstance(node.value, EllipsisType):
        return lower_constant(frame, node, node.value, target)
    target = target or frame.fresh()
    frame.emit(ir.Const(frame.span(node), target, None, ellipsis=True))
    return target


def lower_uncomputed(frame: Frame, node: ast.expr, target: ir.Register | None) -> ir.Register:
    """A literal without a value."""
    return lower_opaque(frame, node, target)


def lower_formatted(frame: Frame, node: ast.JoinedStr, target: ir.Register | None) -> ir.Register:
    """An f-string: its embedded expressions are evaluated in order."""
    frame.unit.places.check_embedded(node)
    return _build(frame, node, _embedded(frame, node, node.values), target)


def lower_template(frame: Frame, node: Any, target: ir.Register | None) -> ir.Register:
    """A t-string keeps the embedded objects."""
    operands = tuple([part.value for part in _embedded(frame, node, node.values)])
    return lower_opaque(frame, node, target, operands)


def lower_constant(
    frame: Frame, node: ast.AST, value: complex | str | bytes | None, target: ir.Register | None
) -> ir.Register:
    """Load a constant."""
    target = target or frame.fresh()
    frame.emit(ir.Const(frame.span(node), target, value))
    return target


def lower_opaque(
    frame: Frame, node: ast.AST, target: ir.Register | None, operands: tuple[ir.Register, ...] = ()
) -> ir.Register:
    """A value that the instruction set does not describe."""
    target = target or frame.fresh()
    frame.emit(ir.Opaque(frame.span(node), target, operands))
    return target


def _embedded(frame: Frame, node: ast.expr, parts: list[Any]) -> Iterator[ir.Element]:
    """The texts and the embedded expressions of `node`, each with the string that its format specification makes. What is made of
    an expression stands where the expression does: before Python 3.12 its braces have no place of their own."""
    for part in _nonempty(parts):
        if isinstance(part, ast.Constant):
            yield ir.Element(lower_constant(frame, node, str(part.value), None))
            continue
        value = _lower_shown(frame, part.value)
        if part.conversion != _UNCONVERTED:
            value = lower_opaque(frame, part.value, None, (value,))
        specification = _nonempty(part.format_spec.values) if part.format_spec is not None else []
        how = _build(frame, part.value, _embedded(frame, part.value, specification), None) if specification else None
        yield ir.Element(value, how)


def _lower_shown(frame: Frame, node: ast.expr) -> ir.Register:
    """What an f-string shows. Of a conditional that is no choice of two words only the effects are lowered: what is shown then
    tells no paths apart (`f"loss {loss.item() if loss is not None else 'none'}"`)."""
    if not isinstance(node, ast.IfExp) or all(isinstance(value, ast.Constant) for value in (node.body, node.orelse)):
        return frame.expression(node)
    condition = frame.expression(node.test)
    then, orelse = frame.alone(node.body), frame.alone(node.orelse)
    frame.emit(ir.If(frame.span(node), frozenset(), condition, then, orelse))
    return lower_opaque(frame, node, None)


def _nonempty(parts: list[Any]) -> list[Any]:
    """Python 3.12 has empty texts, too."""
    return [part for part in parts if not (isinstance(part, ast.Constant) and part.value == "")]


def _build(frame: Frame, node: ast.expr, parts: Iterator[ir.Element], target: ir.Register | None) -> ir.Register:
    elements = tuple(parts)
    target = target or frame.fresh()
    frame.emit(ir.Build(frame.span(node), target, "string", elements))
    return target
