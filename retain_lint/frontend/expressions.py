"""Lowering of names, attributes, subscripts, operators, calls and conditional expressions. Floor 2."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from retain_lint.frontend.frame import Frame
from retain_lint.frontend.literals import lower_constant, lower_opaque
from retain_lint.frontend.operators import BINARY_OPERATORS, COMPARISON_OPERATORS, UNARY_OPERATORS
from retain_lint.ir import model as ir

_NO_LIVE: frozenset[ir.Register] = frozenset()  # filled in by the liveness analysis
_NUMBERS = (int, float)
#: functions of Python that give the variables by their names
_SCOPES = frozenset({"dir", "globals", "locals", "vars"})


def lower_name(frame: Frame, node: ast.Name, target: ir.Register | None) -> ir.Register:
    """A variable."""
    return frame.load(node.id, node, target)


def lower_attribute(frame: Frame, node: ast.Attribute, target: ir.Register | None) -> ir.Register:
    """object.name"""
    name = node.attr
    object_ = frame.expression(node.value)
    frame.mentions.add(name)
    path = dotted_path(node.value)
    if path:
        frame.unit.uses.setdefault(path, set()).add(name)
    target = target or frame.fresh()
    frame.emit(ir.GetAttr(frame.span(node), target, object_, name))
    return target


def dotted_path(node: ast.expr) -> str:
    """`a.b.c` as written, empty for anything else."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    names.append(node.id)
    return ".".join(reversed(names))


def lower_subscript(frame: Frame, node: ast.Subscript, target: ir.Register | None) -> ir.Register:
    """object[index]"""
    object_ = frame.expression(node.value)
    index = frame.expression(node.slice)
    target = target or frame.fresh()
    frame.emit(ir.GetItem(frame.span(node), target, object_, index))
    return target


def lower_slice(frame: Frame, node: ast.Slice, target: ir.Register | None) -> ir.Register:
    """lower:upper:step, between the brackets of a subscript"""
    bounds = [bound and frame.expression(bound) for bound in (node.lower, node.upper, node.step)]
    absent = lower_constant(frame, node, None, None) if None in bounds else ""
    target = target or frame.fresh()
    elements = tuple(ir.Element(bound or absent) for bound in bounds)
    frame.emit(ir.Build(frame.span(node), target, "slice", elements))
    return target


def lower_unary(frame: Frame, node: ast.UnaryOp, target: ir.Register | None) -> ir.Register:
    """not x, -x, +x, ~x; a negative number is one constant."""
    negated = node.operand.value if isinstance(node.operand, ast.Constant) and isinstance(node.op, ast.USub) else None
    if isinstance(negated, _NUMBERS) and not isinstance(negated, bool):
        return lower_constant(frame, node, -negated, target)
    operand = frame.expression(node.operand)
    target = target or frame.fresh()
    frame.emit(ir.Unary(frame.span(node), target, UNARY_OPERATORS[type(node.op)], operand))
    return target


def lower_binary(frame: Frame, node: ast.BinOp, target: ir.Register | None) -> ir.Register:
    """left op right"""
    left = frame.expression(node.left)
    right = frame.expression(node.right)
    target = target or frame.fresh()
    operator, spans = BINARY_OPERATORS[type(node.op)], (frame.span(node.left), frame.span(node.right))
    frame.emit(ir.Binary(frame.span(node), target, operator, left, right, False, spans))
    return target


def lower_boolean(frame: Frame, node: ast.BoolOp, target: ir.Register | None) -> ir.Register:
    """`a and b`, `a or b`: the value of the operand that decides; one is only evaluated if those before it do not decide.
    Never straight into `target`, which the later operands may read."""
    return _lower_operands(frame, node, len(node.values))


def _lower_operands(frame: Frame, node: ast.BoolOp, count: int) -> ir.Register:
    """The first `count` operands: those before the last one, then that."""
    result = frame.fresh()
    span = frame.span(node) if count == len(node.values) else frame.unit.places.operands(node, count)
    if count == 2:
        frame.expression(node.values[0], result)
    else:
        first = _lower_operands(frame, node, count - 1)
        frame.emit(ir.Copy(frame.unit.places.operands(node, count - 1), result, first))
    outer = frame.open()
    frame.expression(node.values[count - 1], result)
    second = frame.close(outer)
    then, orelse = (second, ir.Block()) if isinstance(node.op, ast.And) else (ir.Block(), second)
    frame.emit(ir.If(span, _NO_LIVE, result, then, orelse))
    return result


def lower_comparison(frame: Frame, node: ast.Compare, target: ir.Register | None) -> ir.Register:
    """left op right, or a chain, each middle operand evaluated once. Whether a variable is there (`"loss" in locals()`) is not
    known, and nothing gets at the variables to find out."""
    if len(node.ops) == 1 and _asks_for_variable(node):
        return lower_opaque(frame, node, target)
    left = frame.expression(node.left)
    links = list(zip(node.ops, node.comparators, strict=True))
    if len(links) == 1:
        return _lower_link(frame, node, left, links[0], target or frame.fresh())[0]
    return _lower_chain(frame, node, left, links, frame.fresh())


def _asks_for_variable(node: ast.Compare) -> bool:
    """Is it `"name" in locals()`?"""
    scope = node.comparators[0]
    if not isinstance(node.left, ast.Constant) or not isinstance(node.ops[0], (ast.In, ast.NotIn)):
        return False
    return (
        isinstance(scope, ast.Call) and not scope.args and isinstance(scope.func, ast.Name) and scope.func.id in _SCOPES
    )


def _lower_chain(
    frame: Frame,
    node: ast.Compare,
    left: ir.Register,
    links: Sequence[tuple[ast.cmpop, ast.expr]],
    result: ir.Register,
) -> ir.Register:
    _, right = _lower_link(frame, node, left, links[0], result)
    if len(links) > 1:
        outer = frame.open()
        _lower_chain(frame, node, right, links[1:], result)
        frame.emit(ir.If(frame.span(node), _NO_LIVE, result, frame.close(outer), ir.Block()))
    return result


def _lower_link(
    frame: Frame, node: ast.Compare, left: ir.Register, link: tuple[ast.cmpop, ast.expr], target: ir.Register
) -> tuple[ir.Register, ir.Register]:
    operator, comparator = link
    right = frame.expression(comparator)
    frame.emit(ir.Compare(frame.span(node), target, COMPARISON_OPERATORS[type(operator)], left, right))
    return target, right


def lower_conditional(frame: Frame, node: ast.IfExp, target: ir.Register | None) -> ir.Register:
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


def lower_named(frame: Frame, node: ast.NamedExpr, target: ir.Register | None) -> ir.Register:
    """(name := value)"""
    value = frame.expression(node.value, target)
    frame.store(node.target.id, value, node)
    return value


def lower_call(frame: Frame, node: ast.Call, target: ir.Register | None, used: bool = True) -> ir.Register:
    """function(arguments), in the order written."""
    function = frame.expression(node.func)
    arguments = tuple([_lower_argument(frame, node, argument) for argument in _written_arguments(node)])
    receiver = frame.span(node.func.value) if isinstance(node.func, ast.Attribute) else None
    target = target or frame.fresh()
    frame.emit(ir.Call(frame.span(node), target, function, arguments, used, receiver))
    return target


def _written_arguments(node: ast.Call) -> Sequence[ast.expr | ast.keyword]:
    """Only starred arguments may follow a keyword."""
    if not node.keywords:
        return node.args
    arguments: list[ast.expr | ast.keyword] = [*node.args, *node.keywords]
    if any(isinstance(argument, ast.Starred) for argument in node.args):
        arguments.sort(key=lambda argument: (argument.lineno, argument.col_offset))
    return arguments


def _lower_argument(frame: Frame, call: ast.Call, node: ast.expr | ast.keyword) -> ir.Argument:
    """One argument: its value evaluated, its span with keyword or stars, and with all parentheses that are its own."""
    if isinstance(node, ast.keyword):
        return ir.Argument(frame.expression(node.value), frame.span(node), node.arg, 0 if node.arg is not None else 2)
    if isinstance(node, ast.Starred):
        return ir.Argument(frame.expression(node.value), frame.span(node), None, 1)
    return ir.Argument(frame.expression(node), frame.unit.places.argument(call, node))


def lower_starred(frame: Frame, node: ast.Starred, target: ir.Register | None) -> ir.Register:
    """`*iterable` outside a display, as the element of a comprehension: a tuple of its elements."""
    elements = (ir.Element(frame.expression(node.value), starred=True),)
    target = target or frame.fresh()
    frame.emit(ir.Build(frame.span(node), target, "tuple", elements))
    return target


def lower_await(frame: Frame, node: ast.Await, target: ir.Register | None) -> ir.Register:
    """await value"""
    value = frame.expression(node.value)
    target = target or frame.fresh()
    frame.emit(ir.Await(frame.span(node), target, value))
    return target


def lower_yield(frame: Frame, node: ast.Yield | ast.YieldFrom, target: ir.Register | None) -> ir.Register:
    """yield, yield value, yield from value"""
    value = frame.expression(node.value) if node.value is not None else None
    frame.is_generator = True
    target = target or frame.fresh()
    frame.emit(ir.Yield(frame.span(node), target, value, isinstance(node, ast.YieldFrom)))
    return target
