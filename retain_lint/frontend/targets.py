"""Lowering of assignment targets: storing, augmenting and deleting. Floor 2."""

from __future__ import annotations

import ast

from retain_lint.frontend.frame import Frame, Place
from retain_lint.frontend.operators import BINARY_OPERATORS
from retain_lint.ir import model as ir


def store_target(frame: Frame, target: ast.expr, source: ir.Register) -> None:
    """target = source"""
    if isinstance(target, ast.Name):
        frame.store(target.id, source, target)
    elif isinstance(target, ast.Attribute):
        object_ = frame.expression(target.value)
        frame.mentions.add(target.attr)
        frame.emit(ir.SetAttr(frame.span(target), object_, target.attr, source))
    elif isinstance(target, ast.Subscript):
        object_ = frame.expression(target.value)
        frame.emit(ir.SetItem(frame.span(target), object_, frame.expression(target.slice), source))
    elif isinstance(target, (ast.Tuple, ast.List)):
        _unpack(frame, target, source)


def assign(frame: Frame, target: ast.expr, value: ast.expr) -> None:
    """target = value, a variable's value computed straight into its register."""
    register = frame.register_of(target.id) if isinstance(target, ast.Name) else None
    store_target(frame, target, frame.expression(value, register))


def _unpack(frame: Frame, target: ast.Tuple | ast.List, source: ir.Register) -> None:
    """Take all elements first, then store them from left to right. Variables in front are taken straight into their
    registers; behind an attribute or subscript they must wait, since that may still read their old value."""
    registers: list[ir.Register] = []
    star: int | None = None
    direct = True
    places = [element.value if isinstance(element, ast.Starred) else element for element in target.elts]
    for position, place in enumerate(places):
        if place is not target.elts[position]:
            star = position
        direct = direct and isinstance(place, ast.Name)
        register = frame.register_of(place.id) if direct and isinstance(place, ast.Name) else None
        registers.append(frame.fresh() if register is None or register in registers else register)
    frame.emit(ir.Unpack(frame.span(target), tuple(registers), source, star))
    for place, register in zip(places, registers, strict=True):
        store_target(frame, place, register)


def lower_augmented(frame: Frame, node: ast.AugAssign) -> None:
    """target op= value: the target's object and index are evaluated once."""
    target = node.target
    span = frame.span(node)
    if isinstance(target, ast.Attribute):
        object_ = frame.expression(target.value)
        frame.mentions.add(target.attr)
        left, result = frame.fresh(), frame.fresh()
        frame.emit(ir.GetAttr(frame.span(target), left, object_, target.attr))
        _combine(frame, node, left, result)
        frame.emit(ir.SetAttr(span, object_, target.attr, result))
    elif isinstance(target, ast.Subscript):
        object_ = frame.expression(target.value)
        index = frame.expression(target.slice)
        left, result = frame.fresh(), frame.fresh()
        frame.emit(ir.GetItem(frame.span(target), left, object_, index))
        _combine(frame, node, left, result)
        frame.emit(ir.SetItem(span, object_, index, result))
    elif isinstance(target, ast.Name):
        left = frame.load(target.id, target)
        result = frame.register_of(target.id) or frame.fresh()
        _combine(frame, node, left, result)
        frame.store(target.id, result, node)


def _combine(frame: Frame, node: ast.AugAssign, left: ir.Register, result: ir.Register) -> None:
    """The operation between the target's old value and the one that is given, which is evaluated last."""
    operator, spans = BINARY_OPERATORS[type(node.op)], (None, frame.span(node.value))
    frame.emit(ir.Binary(frame.span(node), result, operator, left, frame.expression(node.value), True, spans))


def delete_target(frame: Frame, target: ast.expr) -> None:
    """del target"""
    span = frame.span(target)
    if isinstance(target, ast.Name):
        _delete_name(frame, target)
    elif isinstance(target, ast.Attribute):
        frame.emit(ir.SetAttr(span, frame.expression(target.value), target.attr, None))
    elif isinstance(target, ast.Subscript):
        object_ = frame.expression(target.value)
        frame.emit(ir.SetItem(span, object_, frame.expression(target.slice), None))
    elif isinstance(target, (ast.Tuple, ast.List)):
        for element in target.elts:
            delete_target(frame, element)


def _delete_name(frame: Frame, target: ast.Name) -> None:
    """A name of another frame becomes unknown there: nothing can be read from it until it is stored again."""
    place, register = frame.resolve(target.id, storing=True)
    if place is Place.REGISTER:
        frame.emit(ir.Delete(frame.span(target), register))
        return
    unknown = frame.fresh()
    frame.emit(ir.Opaque(frame.span(target), unknown))
    frame.store(target.id, unknown, target)
