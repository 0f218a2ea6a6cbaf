"""Lowering of compound statements: if, loops, try, with. Floor 2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import libcst as cst

from retain_lint.frontend.exit_stacks import nest_entries
from retain_lint.frontend.frame import Frame
from retain_lint.frontend.targets import store_target
from retain_lint.ir import model as ir
from retain_lint.source import Span

_NO_LIVE: frozenset[ir.Register] = frozenset()  # filled in by the liveness analysis
_JUMPS = (ir.Return, ir.Raise, ir.Break, ir.Continue)


def lower_if(frame: Frame, node: cst.If) -> None:
    """if, elif, else"""
    condition = frame.expression(node.test)
    then = frame.suite(node.body)
    orelse = _lower_else(frame, node.orelse)
    frame.emit(ir.If(frame.span(node), _NO_LIVE, condition, then, orelse))


def _lower_else(frame: Frame, node: cst.Else | cst.If | cst.Finally | None) -> ir.Block:
    if node is None:
        return ir.Block()
    if not isinstance(node, cst.If):
        return frame.suite(node.body)
    outer = frame.open()
    lower_if(frame, node)
    return frame.close(outer)


def lower_while(frame: Frame, node: cst.While) -> None:
    """while, else"""
    outer = frame.open()
    condition = frame.expression(node.test)
    test = frame.close(outer)
    body = frame.suite(node.body)
    orelse = _lower_else(frame, node.orelse)
    frame.emit(ir.While(frame.span(node), _NO_LIVE, test, condition, body, orelse))


def lower_for(frame: Frame, node: cst.For) -> None:
    """for, async for, else"""
    iterable = frame.expression(node.iter)
    item, body = _lower_bound_suite(frame, node.target, node.body)
    orelse = _lower_else(frame, node.orelse)
    frame.emit(ir.For(frame.span(node), _NO_LIVE, item, iterable, body, orelse))


def _lower_bound_suite(frame: Frame, target: cst.CSTNode, suite: cst.BaseSuite) -> tuple[ir.Register, ir.Block]:
    """A block that starts by storing the register returned with it; a plain variable is that register itself."""
    register = frame.register_of(target.value) if isinstance(target, cst.Name) else None
    register = register or frame.fresh()
    outer = frame.open()
    store_target(frame, target, register)
    frame.statements(suite.body)
    return register, frame.close(outer)


def lower_with(frame: Frame, node: cst.With) -> None:
    """with, async with; each item is nested in the one before."""
    _lower_items(frame, node, node.items)


def _lower_items(frame: Frame, node: cst.With, items: Sequence[cst.WithItem]) -> None:
    item, rest = items[0], items[1:]
    span = frame.span(node) if item is node.items[0] else frame.span(item)
    context = frame.expression(item.item)
    outer = frame.open()
    target: cst.CSTNode | None = item.asname.name if item.asname is not None else None
    register = frame.register_of(target.value) if isinstance(target, cst.Name) else None
    register = register or frame.fresh()
    if target is not None:
        store_target(frame, target, register)
    if rest:
        _lower_items(frame, node, rest)
    else:
        frame.statements(node.body.body)
    body = nest_entries(item, frame.close(outer), frame.fresh)
    frame.emit(ir.With(span, _NO_LIVE, context, register, body))


def lower_try(frame: Frame, node: Any) -> None:
    """try, except, except*, else, finally"""
    body = frame.suite(node.body)
    handlers = tuple([_lower_handler(frame, handler) for handler in node.handlers])
    orelse = _lower_else(frame, node.orelse)
    final = _lower_else(frame, node.finalbody)
    frame.emit(ir.Try(frame.span(node), _NO_LIVE, body, handlers, orelse, final))


def _lower_handler(frame: Frame, node: Any) -> ir.Handler:
    """except types as name; the name is deleted when the handler is left."""
    outer = frame.open()
    types = frame.expression(node.type) if node.type is not None else None
    setup = frame.close(outer)
    if node.name is None:
        return ir.Handler(setup, types, None, frame.suite(node.body), frame.span(node))
    name: cst.Name = node.name.name
    register = frame.register_of(name.value)
    caught = register or frame.fresh()
    outer = frame.open()
    frame.store(name.value, caught, name)
    frame.statements(node.body.body)
    if register is not None:
        _forget(frame, register, frame.span(name))
    return ir.Handler(setup, types, caught, frame.close(outer), frame.span(node))


def _forget(frame: Frame, register: ir.Register, span: Span) -> None:
    if not (frame.instructions and isinstance(frame.instructions[-1], _JUMPS)):
        frame.emit(ir.Delete(span, register))
