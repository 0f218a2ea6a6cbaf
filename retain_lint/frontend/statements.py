"""Lowering of simple statements. Floor 2."""

from __future__ import annotations

import ast
from typing import Any

from retain_lint.frontend.annotations import name_of
from retain_lint.frontend.expressions import dotted_path, lower_call
from retain_lint.frontend.frame import Frame
from retain_lint.frontend.literals import lower_opaque
from retain_lint.frontend.newer_nodes import Uncomputed
from retain_lint.frontend.scopes import alias_name
from retain_lint.frontend.targets import assign, delete_target, store_target
from retain_lint.ir import model as ir
from retain_lint.ir.library_uses import LIBRARY, is_data_library

_NOTHING_SAID: frozenset[str] = frozenset()
_NO_LIVE: frozenset[ir.Register] = frozenset()  # filled in by the liveness analysis


def lower_nothing(frame: Frame, node: ast.stmt) -> None:
    """pass, and the declarations that the scopes have already taken in."""


def lower_expression(frame: Frame, node: ast.Expr) -> None:
    """An expression as a statement; docstrings leave no trace."""
    value = node.value
    if isinstance(value, ast.Call):
        lower_call(frame, value, None, used=False)
    elif not isinstance(value, (ast.Constant, Uncomputed)):
        frame.expression(value)


def lower_assignment(frame: Frame, node: ast.Assign) -> None:
    """a = b = value. With several targets a variable's value is taken first: an earlier target may change it."""
    if len(node.targets) == 1:
        only = node.targets[0]
        if frame.kind == "module" and isinstance(only, ast.Name):
            frame.unit.note_alias(only.id, dotted_path(node.value).rpartition(".")[2])
        assign(frame, only, node.value)
        return
    value = frame.expression(node.value, frame.fresh() if isinstance(node.value, ast.Name) else None)
    for target in node.targets:
        store_target(frame, target, value)


def lower_annotated(frame: Frame, node: ast.AnnAssign) -> None:
    """target: annotation = value; the annotation is not evaluated. What a class's body says of its fields is no value."""
    if node.value is None:
        return
    uses = _NOTHING_SAID if frame.kind == "class" else frame.unit.types.shown_of(name_of(node.target), node.annotation)
    if not uses:
        assign(frame, node.target, node.value)
        return
    value = frame.expression(node.value)
    store_target(frame, node.target, frame.said(node.value, value, uses))


def lower_delete(frame: Frame, node: ast.Delete) -> None:
    """del a, b"""
    for target in node.targets:
        delete_target(frame, target)


def lower_return(frame: Frame, node: ast.Return) -> None:
    """return value"""
    if node.value is None:
        frame.emit(ir.Return(frame.span(node), None))
        return
    value = frame.said(node.value, frame.expression(node.value), frame.returns)
    frame.emit(ir.Return(frame.span(node), value))


def lower_raise(frame: Frame, node: ast.Raise) -> None:
    """raise value from cause"""
    value = frame.expression(node.exc) if node.exc is not None else None
    if node.cause is not None:
        frame.expression(node.cause)
    frame.emit(ir.Raise(frame.span(node), value))


def lower_break(frame: Frame, node: ast.Break) -> None:
    """break"""
    frame.emit(ir.Break(frame.span(node)))


def lower_continue(frame: Frame, node: ast.Continue) -> None:
    """continue"""
    frame.emit(ir.Continue(frame.span(node)))


def lower_assert(frame: Frame, node: ast.Assert) -> None:
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
    frame.store(node.name.id, lower_opaque(frame, node, None), node)


def lower_import(frame: Frame, node: ast.Import) -> None:
    """import a.b, import a.b as c"""
    for alias in node.names:
        target = _import_target(frame, alias)
        frame.emit(ir.Import(frame.span(alias), target, alias.name, alias.asname is not None))
        frame.mentions.update(alias.name.split("."))
        frame.store(alias_name(alias), target, alias)
        if frame.kind == "module" and is_data_library(alias.name):
            frame.unit.note_alias(alias_name(alias), LIBRARY)


def lower_import_from(frame: Frame, node: ast.ImportFrom) -> None:
    """from ..module import a as b, from module import *"""
    module, level = node.module or "", node.level or 0
    if node.names[0].name == "*":
        frame.emit(ir.ImportFrom(frame.span(node), "", module, "*", level))
        return
    for alias in node.names:
        target = _import_target(frame, alias)
        frame.emit(ir.ImportFrom(frame.span(alias), target, module, alias.name, level))
        frame.mentions.add(alias.name)
        frame.unit.note_alias(alias_name(alias), alias.name)
        frame.store(alias_name(alias), target, alias)


def _import_target(frame: Frame, alias: ast.alias) -> ir.Register:
    return frame.register_of(alias_name(alias)) or frame.fresh()
