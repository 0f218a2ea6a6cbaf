"""Lowering of statements. Floor 2."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from retain_lint.frontend.displays import store_item
from retain_lint.frontend.expressions import dotted_path, lower_call
from retain_lint.frontend.frame import Frame
from retain_lint.frontend.scopes import alias_name
from retain_lint.frontend.targets import assign, delete_target, lower_augmented, store_target
from retain_lint.ir import model as ir

_NO_LIVE: frozenset[ir.Register] = frozenset()  # filled in by the liveness analysis


def lower_line(frame: Frame, node: cst.SimpleStatementLine) -> None:
    """Statements on one line."""
    frame.statements(node.body)


def lower_expression_statement(frame: Frame, node: cst.Expr) -> None:
    """An expression whose value is dropped."""
    if isinstance(node.value, cst.Call):
        lower_call(frame, node.value, None, used=False)
    else:
        frame.expression(node.value)


def lower_assign(frame: Frame, node: cst.Assign) -> None:
    """a = b = value"""
    if len(node.targets) == 1:
        assign(frame, node.targets[0].target, node.value)
        return
    value = frame.expression(node.value)
    for target in node.targets:
        store_target(frame, target.target, value)


def lower_annotated(frame: Frame, node: cst.AnnAssign) -> None:
    """target: annotation = value"""
    if node.value is not None:
        assign(frame, node.target, node.value)


def lower_delete(frame: Frame, node: cst.Del) -> None:
    """del target"""
    delete_target(frame, node.target)


def lower_return(frame: Frame, node: cst.Return) -> None:
    """return value"""
    value = None if node.value is None else frame.expression(node.value)
    frame.emit(ir.Return(frame.span(node), value))


def lower_raise(frame: Frame, node: cst.Raise) -> None:
    """raise value"""
    value = None if node.exc is None else frame.expression(node.exc)
    frame.emit(ir.Raise(frame.span(node), value))


def lower_break(frame: Frame, node: cst.Break) -> None:
    """break"""
    frame.emit(ir.Break(frame.span(node)))


def lower_continue(frame: Frame, node: cst.Continue) -> None:
    """continue"""
    frame.emit(ir.Continue(frame.span(node)))


def lower_nothing(frame: Frame, node: cst.CSTNode) -> None:
    """pass, global, nonlocal, type: nothing happens at run time that matters here."""


def lower_assert(frame: Frame, node: cst.Assert) -> None:
    """assert test: leaves by an exception if it does not hold."""
    condition = frame.expression(node.test)
    outer = frame.open()
    frame.emit(ir.Raise(frame.span(node), None))
    frame.emit(ir.If(frame.span(node), _NO_LIVE, condition, ir.Block(), frame.close(outer)))


def lower_if(frame: Frame, node: cst.If) -> None:
    """if / elif / else"""
    condition = frame.expression(node.test)
    then = frame.suite(node.body)
    outer = frame.open()
    if isinstance(node.orelse, cst.If):
        lower_if(frame, node.orelse)
    elif node.orelse is not None:
        frame.statements(node.orelse.body.body)
    orelse = frame.close(outer)
    frame.emit(ir.If(frame.span(node), _NO_LIVE, condition, then, orelse))


def lower_for(frame: Frame, node: cst.For) -> None:
    """for target in iterable"""
    iterable = frame.expression(node.iter, frame.fresh())
    outer = frame.open()
    item = store_item(frame, node.target)
    frame.statements(node.body.body)
    body = frame.close(outer)
    orelse = ir.Block() if node.orelse is None else frame.suite(node.orelse.body)
    frame.emit(ir.For(frame.span(node), _NO_LIVE, item, iterable, body, orelse))


def lower_while(frame: Frame, node: cst.While) -> None:
    """while test"""
    outer = frame.open()
    condition = frame.expression(node.test)
    test = frame.close(outer)
    body = frame.suite(node.body)
    orelse = ir.Block() if node.orelse is None else frame.suite(node.orelse.body)
    frame.emit(ir.While(frame.span(node), _NO_LIVE, test, condition, body, orelse))


def lower_try(frame: Frame, node: cst.Try | cst.TryStar) -> None:
    """try / except / else / finally"""
    body = frame.suite(node.body)
    handlers = tuple([_lower_handler(frame, handler) for handler in node.handlers])
    orelse = ir.Block() if node.orelse is None else frame.suite(node.orelse.body)
    final = ir.Block() if node.finalbody is None else frame.suite(node.finalbody.body)
    frame.emit(ir.Try(frame.span(node), _NO_LIVE, body, handlers, orelse, final))


def _lower_handler(frame: Frame, node: cst.ExceptHandler | cst.ExceptStarHandler) -> ir.Handler:
    outer = frame.open()
    types = None if node.type is None else frame.expression(node.type)
    setup = frame.close(outer)
    name = None
    outer = frame.open()
    if node.name is not None and isinstance(node.name.name, cst.Name):
        name = frame.fresh()
        frame.store(node.name.name.value, name, node)
    frame.statements(node.body.body)
    return ir.Handler(setup, types, name, frame.close(outer), frame.span(node))


def lower_with(frame: Frame, node: cst.With) -> None:
    """with a as b, c as d: nested, one item each."""
    _lower_items(frame, node, node.items)


def _lower_items(frame: Frame, node: cst.With, items: Sequence[cst.WithItem]) -> None:
    item = items[0]
    context = frame.expression(item.item, frame.fresh())
    target = frame.fresh()
    outer = frame.open()
    if item.asname is not None:
        store_target(frame, item.asname.name, target)
    if len(items) > 1:
        _lower_items(frame, node, items[1:])
    else:
        frame.statements(node.body.body)
    frame.emit(ir.With(frame.span(node), _NO_LIVE, context, target, frame.close(outer)))


def lower_import(frame: Frame, node: cst.Import) -> None:
    """import a.b, c as d"""
    for alias in node.names:
        whole = alias.asname is not None
        target = frame.register_of(alias_name(alias)) or frame.fresh()
        frame.emit(ir.Import(frame.span(node), target, alias.evaluated_name, whole))
        frame.store(alias_name(alias), target, node)


def lower_import_from(frame: Frame, node: cst.ImportFrom) -> None:
    """from ..a import b as c"""
    module = "" if node.module is None else dotted_path(node.module)
    level = len(node.relative)
    if isinstance(node.names, cst.ImportStar):
        frame.emit(ir.ImportFrom(frame.span(node), "", module, "*", level))
        return
    for alias in node.names:
        target = frame.register_of(alias_name(alias)) or frame.fresh()
        frame.emit(ir.ImportFrom(frame.span(node), target, module, alias.evaluated_name, level))
        frame.store(alias_name(alias), target, node)


def lower_augmented_statement(frame: Frame, node: cst.AugAssign) -> None:
    """target op= value"""
    lower_augmented(frame, node)
