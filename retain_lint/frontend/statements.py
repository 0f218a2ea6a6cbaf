"""Lowering of simple statements. Floor 2."""

from __future__ import annotations

from typing import Any

import libcst as cst

from retain_lint.frontend.expressions import dotted_path, lower_call
from retain_lint.frontend.frame import Frame
from retain_lint.frontend.literals import lower_opaque
from retain_lint.frontend.scopes import alias_name
from retain_lint.frontend.targets import assign, delete_target, store_target
from retain_lint.ir import model as ir

_NO_LIVE: frozenset[ir.Register] = frozenset()  # filled in by the liveness analysis
_CONSTANTS = (cst.SimpleString, cst.Ellipsis, cst.BaseNumber)


def lower_line(frame: Frame, node: cst.SimpleStatementLine) -> None:
    """The statements of one line."""
    frame.statements(node.body)


def lower_nothing(frame: Frame, node: cst.CSTNode) -> None:
    """pass, and the declarations that the scopes have already taken in."""


def lower_expression(frame: Frame, node: cst.Expr) -> None:
    """An expression as a statement; docstrings leave no trace."""
    value = node.value
    if isinstance(value, cst.Call):
        lower_call(frame, value, None, used=False)
    elif not isinstance(value, _CONSTANTS):
        frame.expression(value)


def lower_assignment(frame: Frame, node: cst.Assign) -> None:
    """a = b = value. With several targets a variable's value is taken first: an earlier target may change it."""
    if len(node.targets) == 1:
        only = node.targets[0].target
        if frame.kind == "module" and isinstance(only, cst.Name):
            frame.unit.note_alias(only.value, dotted_path(node.value).rpartition(".")[2])
        assign(frame, only, node.value)
        return
    value = frame.expression(node.value, frame.fresh() if isinstance(node.value, cst.Name) else None)
    for target in node.targets:
        store_target(frame, target.target, value)


def lower_annotated(frame: Frame, node: cst.AnnAssign) -> None:
    """target: annotation = value; the annotation is not evaluated."""
    if node.value is not None:
        assign(frame, node.target, node.value)


def lower_delete(frame: Frame, node: cst.Del) -> None:
    """del a, b"""
    delete_target(frame, node.target)


def lower_return(frame: Frame, node: cst.Return) -> None:
    """return value"""
    value = frame.expression(node.value) if node.value is not None else None
    frame.emit(ir.Return(frame.span(node), value))


def lower_raise(frame: Frame, node: cst.Raise) -> None:
    """raise value from cause"""
    value = frame.expression(node.exc) if node.exc is not None else None
    if node.cause is not None:
        frame.expression(node.cause.item)
    frame.emit(ir.Raise(frame.span(node), value))


def lower_break(frame: Frame, node: cst.Break) -> None:
    """break"""
    frame.emit(ir.Break(frame.span(node)))


def lower_continue(frame: Frame, node: cst.Continue) -> None:
    """continue"""
    frame.emit(ir.Continue(frame.span(node)))


def lower_assert(frame: Frame, node: cst.Assert) -> None:
    """assert test, message"""
    condition = frame.expression(node.test)
    outer = frame.open()
    if node.msg is not None:
        frame.expression(node.msg)
    error = frame.fresh()
    frame.emit(ir.LoadGlobal(frame.span(node), error, "AssertionError"))
    frame.emit(ir.Raise(frame.span(node), error))
    orelse = frame.close(outer)
    frame.emit(ir.If(frame.span(node), _NO_LIVE, condition, ir.Block(), orelse))


def lower_type_alias(frame: Frame, node: Any) -> None:
    """type Name = value; the value is evaluated only when asked for."""
    frame.store(node.name.value, lower_opaque(frame, node, None), node)


def lower_import(frame: Frame, node: Any) -> None:
    """import a.b, import a.b as c"""
    for alias in node.names:
        module = _dotted_name(alias.name)
        target = _import_target(frame, alias)
        frame.emit(ir.Import(frame.span(alias), target, module, alias.asname is not None))
        frame.mentions.update(module.split("."))
        frame.store(alias_name(alias), target, alias)


def lower_import_from(frame: Frame, node: Any) -> None:
    """from ..module import a as b, from module import *"""
    module = _dotted_name(node.module) if node.module is not None else ""
    level = len(node.relative)
    if isinstance(node.names, cst.ImportStar):
        frame.emit(ir.ImportFrom(frame.span(node), "", module, "*", level))
        return
    for alias in node.names:
        name = _dotted_name(alias.name)
        target = _import_target(frame, alias)
        frame.emit(ir.ImportFrom(frame.span(alias), target, module, name, level))
        frame.mentions.add(name)
        frame.unit.note_alias(alias_name(alias), name)
        frame.store(alias_name(alias), target, alias)


def _import_target(frame: Frame, alias: cst.ImportAlias) -> ir.Register:
    return frame.register_of(alias_name(alias)) or frame.fresh()


def _dotted_name(node: cst.BaseExpression) -> str:
    if isinstance(node, cst.Attribute):
        return f"{_dotted_name(node.value)}.{node.attr.value}"
    return node.value if isinstance(node, cst.Name) else ""
