"""Lowering of names, attributes, subscripts, operators, calls and conditional expressions. Floor 2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import libcst as cst

from retain_lint.frontend.frame import Frame
from retain_lint.frontend.layouts import BINARY_OPERATORS, COMPARISON_OPERATORS, UNARY_OPERATORS
from retain_lint.frontend.literals import evaluate_number, lower_constant
from retain_lint.ir import model as ir

_NO_LIVE: frozenset[ir.Register] = frozenset()  # filled in by the liveness analysis
_SINGLETONS: Mapping[str, bool | None] = {"True": True, "False": False, "None": None}


def lower_name(frame: Frame, node: cst.Name, target: ir.Register | None) -> ir.Register:
    """A variable, or one of the three constants that look like one."""
    if node.value in _SINGLETONS:
        return lower_constant(frame, node, _SINGLETONS[node.value], target)
    return frame.load(node.value, node, target)


def lower_attribute(frame: Frame, node: cst.Attribute, target: ir.Register | None) -> ir.Register:
    """object.name"""
    name = node.attr.value
    object_ = frame.expression(node.value)
    frame.mentions.add(name)
    path = dotted_path(node.value)
    if path:
        frame.unit.uses.setdefault(path, set()).add(name)
    target = target or frame.fresh()
    frame.emit(ir.GetAttr(frame.span(node), target, object_, name))
    return target


def dotted_path(node: cst.CSTNode) -> str:
    """`a.b.c` as written, empty for anything else."""
    names: list[str] = []
    while isinstance(node, cst.Attribute):
        names.append(node.attr.value)
        node = node.value
    if not isinstance(node, cst.Name):
        return ""
    names.append(node.value)
    return ".".join(reversed(names))


def lower_subscript(frame: Frame, node: cst.Subscript, target: ir.Register | None) -> ir.Register:
    """object[index]"""
    object_ = frame.expression(node.value)
    index = lower_index(frame, node)
    target = target or frame.fresh()
    frame.emit(ir.GetItem(frame.span(node), target, object_, index))
    return target


def lower_index(frame: Frame, node: cst.Subscript) -> ir.Register:
    """What stands between the brackets: one index or slice, or a tuple of them."""
    elements = node.slice
    first = elements[0]
    starred = isinstance(first.slice, cst.Index) and first.slice.star
    if len(elements) == 1 and not starred and not isinstance(first.comma, cst.Comma):
        return _lower_slice(frame, first.slice)
    items = tuple(
        ir.Element(_lower_slice(frame, element.slice), starred=bool(getattr(element.slice, "star", None)))
        for element in elements
    )
    target = frame.fresh()
    frame.emit(ir.Build(frame.span(node), target, "tuple", items))
    return target


def _lower_slice(frame: Frame, node: cst.BaseSlice) -> ir.Register:
    if isinstance(node, cst.Index):
        return frame.expression(node.value)
    assert isinstance(node, cst.Slice)
    bounds = [bound and frame.expression(bound) for bound in (node.lower, node.upper, node.step)]
    absent = lower_constant(frame, node, None, None) if None in bounds else ""
    target = frame.fresh()
    elements = tuple(ir.Element(bound or absent) for bound in bounds)
    frame.emit(ir.Build(frame.span(node), target, "slice", elements))
    return target


def lower_unary(frame: Frame, node: cst.UnaryOperation, target: ir.Register | None) -> ir.Register:
    """not x, -x, +x, ~x; a negative number is one constant."""
    if isinstance(node.operator, cst.Minus) and isinstance(node.expression, (cst.Integer, cst.Float)):
        number = evaluate_number(node.expression)
        if number is not None:
            return lower_constant(frame, node, -number, target)
    operand = frame.expression(node.expression)
    target = target or frame.fresh()
    frame.emit(ir.Unary(frame.span(node), target, UNARY_OPERATORS[type(node.operator)], operand))
    return target


def lower_binary(frame: Frame, node: cst.BinaryOperation, target: ir.Register | None) -> ir.Register:
    """left op right"""
    left = frame.expression(node.left)
    right = frame.expression(node.right)
    target = target or frame.fresh()
    operator, spans = BINARY_OPERATORS[type(node.operator)], (frame.span(node.left), frame.span(node.right))
    frame.emit(ir.Binary(frame.span(node), target, operator, left, right, False, spans))
    return target


def lower_boolean(frame: Frame, node: cst.BooleanOperation, target: ir.Register | None) -> ir.Register:
    """`a and b`, `a or b`: the value of the operand that decides; the second is only evaluated if the first does not
    decide. Never straight into `target`, which the second operand may read."""
    result = frame.expression(node.left, frame.fresh())
    outer = frame.open()
    frame.expression(node.right, result)
    second = frame.close(outer)
    is_and = isinstance(node.operator, cst.And)
    then, orelse = (second, ir.Block()) if is_and else (ir.Block(), second)
    frame.emit(ir.If(frame.span(node), _NO_LIVE, result, then, orelse))
    return result


def lower_comparison(frame: Frame, node: cst.Comparison, target: ir.Register | None) -> ir.Register:
    """left op right, or a chain, each middle operand evaluated once."""
    left = frame.expression(node.left)
    if len(node.comparisons) == 1:
        return _lower_link(frame, node, left, node.comparisons[0], target or frame.fresh())[0]
    return _lower_chain(frame, node, left, node.comparisons, frame.fresh())


def _lower_chain(
    frame: Frame, node: cst.Comparison, left: ir.Register, links: Sequence[cst.ComparisonTarget], result: ir.Register
) -> ir.Register:
    _, right = _lower_link(frame, node, left, links[0], result)
    if len(links) > 1:
        outer = frame.open()
        _lower_chain(frame, node, right, links[1:], result)
        frame.emit(ir.If(frame.span(node), _NO_LIVE, result, frame.close(outer), ir.Block()))
    return result


def _lower_link(
    frame: Frame, node: cst.Comparison, left: ir.Register, link: cst.ComparisonTarget, target: ir.Register
) -> tuple[ir.Register, ir.Register]:
    right = frame.expression(link.comparator)
    operator = COMPARISON_OPERATORS[type(link.operator)]
    frame.emit(ir.Compare(frame.span(node), target, operator, left, right))
    return target, right


def lower_conditional(frame: Frame, node: cst.IfExp, target: ir.Register | None) -> ir.Register:
    """body if test else orelse"""
    condition = frame.expression(node.test)
    target = target or frame.fresh()
    outer = frame.open()
    frame.expression(node.body, target)
    then = frame.close(outer)
    outer = frame.open()
    frame.expression(node.orelse, target)
    frame.emit(ir.If(frame.span(node), _NO_LIVE, condition, then, frame.close(outer)))
    return target


def lower_named(frame: Frame, node: cst.NamedExpr, target: ir.Register | None) -> ir.Register:
    """(name := value)"""
    value = frame.expression(node.value, target)
    if isinstance(node.target, cst.Name):
        frame.store(node.target.value, value, node)
    return value


def lower_call(frame: Frame, node: cst.Call, target: ir.Register | None, used: bool = True) -> ir.Register:
    """function(arguments), in the order written."""
    function = frame.expression(node.func)
    arguments = tuple([lower_argument(frame, argument) for argument in node.args])
    receiver = frame.span(node.func.value) if isinstance(node.func, cst.Attribute) else None
    target = target or frame.fresh()
    frame.emit(ir.Call(frame.span(node), target, function, arguments, used, receiver))
    return target


def lower_argument(frame: Frame, node: cst.Arg) -> ir.Argument:
    """One argument: its value evaluated, its span with keyword or stars."""
    value = frame.expression(node.value)
    keyword = node.keyword.value if node.keyword is not None else None
    return ir.Argument(value, frame.span(node), keyword, len(node.star))


def lower_starred(frame: Frame, node: cst.StarredElement, target: ir.Register | None) -> ir.Register:
    """`*iterable` outside a display, as in `for x in *a, b` written alone: a tuple of its elements."""
    elements = (ir.Element(frame.expression(node.value), starred=True),)
    target = target or frame.fresh()
    frame.emit(ir.Build(frame.span(node), target, "tuple", elements))
    return target


def lower_await(frame: Frame, node: cst.Await, target: ir.Register | None) -> ir.Register:
    """await value"""
    value = frame.expression(node.expression)
    target = target or frame.fresh()
    frame.emit(ir.Await(frame.span(node), target, value))
    return target


def lower_yield(frame: Frame, node: cst.Yield, target: ir.Register | None) -> ir.Register:
    """yield, yield value, yield from value"""
    delegate = isinstance(node.value, cst.From)
    operand = node.value.item if isinstance(node.value, cst.From) else node.value
    value = frame.expression(operand) if operand is not None else None
    frame.is_generator = True
    target = target or frame.fresh()
    frame.emit(ir.Yield(frame.span(node), target, value, delegate))
    return target
