"""Lowering of assignment targets: storing, augmenting and deleting. Floor 2."""

from __future__ import annotations

import libcst as cst

from retain_lint.frontend.expressions import lower_index
from retain_lint.frontend.frame import Frame, Place
from retain_lint.frontend.layouts import AUGMENTED_OPERATORS
from retain_lint.ir import model as ir


def store_target(frame: Frame, target: cst.CSTNode, source: ir.Register) -> None:
    """target = source"""
    if isinstance(target, cst.Name):
        frame.store(target.value, source, target)
    elif isinstance(target, cst.Attribute):
        object_ = frame.expression(target.value)
        frame.mentions.add(target.attr.value)
        frame.emit(ir.SetAttr(frame.span(target), object_, target.attr.value, source))
    elif isinstance(target, cst.Subscript):
        object_ = frame.expression(target.value)
        frame.emit(ir.SetItem(frame.span(target), object_, lower_index(frame, target), source))
    elif isinstance(target, (cst.Tuple, cst.List)):
        _unpack(frame, target, source)


def assign(frame: Frame, target: cst.CSTNode, value: cst.BaseExpression) -> None:
    """target = value, a variable's value computed straight into its register."""
    register = frame.register_of(target.value) if isinstance(target, cst.Name) else None
    store_target(frame, target, frame.expression(value, register))


def _unpack(frame: Frame, target: cst.Tuple | cst.List, source: ir.Register) -> None:
    """Take all elements first, then store them from left to right. Variables in front are taken straight into their
    registers; behind an attribute or subscript they must wait, since that may still read their old value."""
    registers: list[ir.Register] = []
    star: int | None = None
    direct = True
    for position, element in enumerate(target.elements):
        if isinstance(element, cst.StarredElement):
            star = position
        direct = direct and isinstance(element.value, cst.Name)
        register = frame.register_of(element.value.value) if direct and isinstance(element.value, cst.Name) else None
        registers.append(frame.fresh() if register is None or register in registers else register)
    frame.emit(ir.Unpack(frame.span(target), tuple(registers), source, star))
    for element, register in zip(target.elements, registers, strict=True):
        store_target(frame, element.value, register)


def lower_augmented(frame: Frame, node: cst.AugAssign) -> None:
    """target op= value: the target's object and index are evaluated once."""
    target = node.target
    span = frame.span(node)
    if isinstance(target, cst.Attribute):
        object_ = frame.expression(target.value)
        frame.mentions.add(target.attr.value)
        left, result = frame.fresh(), frame.fresh()
        frame.emit(ir.GetAttr(frame.span(target), left, object_, target.attr.value))
        _combine(frame, node, left, result)
        frame.emit(ir.SetAttr(span, object_, target.attr.value, result))
    elif isinstance(target, cst.Subscript):
        object_ = frame.expression(target.value)
        index = lower_index(frame, target)
        left, result = frame.fresh(), frame.fresh()
        frame.emit(ir.GetItem(frame.span(target), left, object_, index))
        _combine(frame, node, left, result)
        frame.emit(ir.SetItem(span, object_, index, result))
    elif isinstance(target, cst.Name):
        left = frame.load(target.value, target)
        result = frame.register_of(target.value) or frame.fresh()
        _combine(frame, node, left, result)
        frame.store(target.value, result, node)


def _combine(frame: Frame, node: cst.AugAssign, left: ir.Register, result: ir.Register) -> None:
    """The operation between the target's old value and the one that is given, which is evaluated last."""
    operator, spans = AUGMENTED_OPERATORS[type(node.operator)], (None, frame.span(node.value))
    frame.emit(ir.Binary(frame.span(node), result, operator, left, frame.expression(node.value), True, spans))


def delete_target(frame: Frame, target: cst.CSTNode) -> None:
    """del target"""
    span = frame.span(target)
    if isinstance(target, cst.Name):
        _delete_name(frame, target)
    elif isinstance(target, cst.Attribute):
        frame.emit(ir.SetAttr(span, frame.expression(target.value), target.attr.value, None))
    elif isinstance(target, cst.Subscript):
        object_ = frame.expression(target.value)
        frame.emit(ir.SetItem(span, object_, lower_index(frame, target), None))
    elif isinstance(target, (cst.Tuple, cst.List)):
        for element in target.elements:
            delete_target(frame, element.value)


def _delete_name(frame: Frame, target: cst.Name) -> None:
    """A name of another frame becomes unknown there: nothing can be read from it until it is stored again."""
    place, register = frame.resolve(target.value, storing=True)
    if place is Place.REGISTER:
        frame.emit(ir.Delete(frame.span(target), register))
        return
    unknown = frame.fresh()
    frame.emit(ir.Opaque(frame.span(target), unknown))
    frame.store(target.value, unknown, target)
