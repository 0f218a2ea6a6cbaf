"""Lowering of compound statements: if, loops, try, with. Floor 2."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from retain_lint.frontend.exit_stacks import nest_entries
from retain_lint.frontend.frame import Frame
from retain_lint.frontend.guarded_attributes import SELF
from retain_lint.frontend.targets import store_target
from retain_lint.ir import model as ir
from retain_lint.source import Span

_NO_LIVE: frozenset[ir.Register] = frozenset()  # filled in by the liveness analysis
_SUPPRESS = "suppress"
_JUMPS = (ir.Return, ir.Raise, ir.Break, ir.Continue)


def lower_if(frame: Frame, node: ast.If) -> None:
    """if, elif, else"""
    condition = frame.expression(node.test)
    then = frame.suite(node.body)
    outer = frame.open()
    _forget_guarded(frame, node)
    frame.statements(node.orelse)
    orelse = frame.close(outer)
    frame.emit(ir.If(frame.span(node), _NO_LIVE, condition, then, orelse))


def _forget_guarded(frame: Frame, node: ast.If) -> None:
    """What is read under a condition alone is dropped where that does not hold."""
    for name in frame.scope.guarded.get(id(node), ()):
        register = frame.register_of(name)
        if register is not None:
            frame.emit(ir.Delete(frame.span(node.test), register))
    for name in frame.unit.guarded.get(id(node), ()):
        frame.emit(ir.SetAttr(frame.span(node.test), frame.load(SELF, node), name, None))


def lower_while(frame: Frame, node: ast.While) -> None:
    """while, else"""
    outer = frame.open()
    condition = frame.expression(node.test)
    test = frame.close(outer)
    body = frame.suite(node.body)
    orelse = frame.suite(node.orelse)
    frame.emit(ir.While(frame.span(node), _NO_LIVE, test, condition, body, orelse))


def lower_for(frame: Frame, node: ast.For | ast.AsyncFor) -> None:
    """for, async for, else"""
    iterable = frame.expression(node.iter)
    item, body = _lower_bound_suite(frame, node.target, node.body)
    orelse = frame.suite(node.orelse)
    frame.emit(ir.For(frame.span(node), _NO_LIVE, item, iterable, body, orelse))


def _lower_bound_suite(frame: Frame, target: ast.expr, suite: Sequence[ast.stmt]) -> tuple[ir.Register, ir.Block]:
    """A block that starts by storing the register returned with it; a plain variable is that register itself."""
    register = frame.register_of(target.id) if isinstance(target, ast.Name) else None
    register = register or frame.fresh()
    outer = frame.open()
    store_target(frame, target, register)
    frame.statements(suite)
    return register, frame.close(outer)


def lower_with(frame: Frame, node: ast.With | ast.AsyncWith) -> None:
    """with, async with; each item is nested in the one before."""
    _lower_items(frame, node, node.items)


def _lower_items(frame: Frame, node: ast.With | ast.AsyncWith, items: Sequence[ast.withitem]) -> None:
    item, rest = items[0], items[1:]
    target = item.optional_vars
    whole = item is node.items[0]
    span = frame.span(node) if whole else frame.unit.places.between(item.context_expr, target or item.context_expr)
    context = frame.expression(item.context_expr)
    outer = frame.open()
    register = frame.register_of(target.id) if isinstance(target, ast.Name) else None
    register = register or frame.fresh()
    if target is not None:
        store_target(frame, target, register)
    if rest:
        _lower_items(frame, node, rest)
    else:
        frame.statements(node.body)
    body = _suppress(frame, span, item.context_expr, nest_entries(item, frame.close(outer), frame.fresh))
    frame.emit(ir.With(span, _NO_LIVE, context, register, body))


def _suppress(frame: Frame, span: Span, context: ast.expr, body: ir.Block) -> ir.Block:
    """`with contextlib.suppress(kind, ...):` is a `try` that passes over exceptions of these kinds; any other body stays as it is."""
    if not isinstance(context, ast.Call) or not _is_suppressor(context.func):
        return body
    handlers = tuple([_pass_over(frame, span, kind) for kind in context.args])
    empty = ir.Block(())
    return ir.Block((ir.Try(span, _NO_LIVE, body, handlers, empty, empty),))


def _is_suppressor(function: ast.expr) -> bool:
    """Is it called `suppress` or `contextlib.suppress`?"""
    if isinstance(function, ast.Attribute):
        return function.attr == _SUPPRESS and isinstance(function.value, ast.Name) and function.value.id == "contextlib"
    return isinstance(function, ast.Name) and function.id == _SUPPRESS


def _pass_over(frame: Frame, span: Span, kind: ast.expr) -> ir.Handler:
    outer = frame.open()
    types = frame.expression(kind.value if isinstance(kind, ast.Starred) else kind)
    return ir.Handler(frame.close(outer), types, None, ir.Block(()), span)


def lower_try(frame: Frame, node: Any) -> None:
    """try, except, except*, else, finally"""
    body = frame.suite(node.body)
    handlers = tuple([_lower_handler(frame, handler) for handler in node.handlers])
    orelse = frame.suite(node.orelse)
    final = frame.suite(node.finalbody)
    frame.emit(ir.Try(frame.span(node), _NO_LIVE, body, handlers, orelse, final))


def _lower_handler(frame: Frame, node: ast.ExceptHandler) -> ir.Handler:
    """except types as name; the name is deleted when the handler is left."""
    outer = frame.open()
    types = frame.expression(node.type) if node.type is not None else None
    setup = frame.close(outer)
    if node.name is None or node.type is None:
        return ir.Handler(setup, types, None, frame.suite(node.body), frame.span(node))
    register = frame.register_of(node.name)
    caught = register or frame.fresh()
    outer = frame.open()
    frame.store(node.name, caught, node.type)
    frame.statements(node.body)
    if register is not None:
        _forget(frame, register, frame.span(node.type))
    return ir.Handler(setup, types, caught, frame.close(outer), frame.span(node))


def _forget(frame: Frame, register: ir.Register, span: Span) -> None:
    if not (frame.instructions and isinstance(frame.instructions[-1], _JUMPS)):
        frame.emit(ir.Delete(span, register))
