"""Lowering of tuple, list, set and dict displays and of comprehensions. Floor 2.

A comprehension is a loop in the frame that it stands in, over variables of its own; it is built in a temporary, since
its parts may read the variable that it is assigned to. A generator expression is built at once, like a list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import libcst as cst

from retain_lint.frontend.frame import Frame
from retain_lint.frontend.scopes import target_names
from retain_lint.frontend.targets import store_target
from retain_lint.ir import model as ir

_NO_LIVE: frozenset[ir.Register] = frozenset()  # filled in by the liveness analysis
_DISPLAYS: Mapping[type[Any], Literal["tuple", "list", "set"]] = {cst.Tuple: "tuple", cst.List: "list", cst.Set: "set"}
_COMPREHENSIONS: Mapping[type[Any], Literal["generator", "list", "set"]] = {
    cst.GeneratorExp: "generator",
    cst.ListComp: "list",
    cst.SetComp: "set",
}


def lower_display(frame: Frame, node: Any, target: ir.Register | None) -> ir.Register:
    """(a, *b), [a, *b], {a, *b}"""
    elements = tuple(
        [ir.Element(frame.expression(item.value), None, isinstance(item, cst.StarredElement)) for item in node.elements]
    )
    target = target or frame.fresh()
    frame.emit(ir.Build(frame.span(node), target, _DISPLAYS[type(node)], elements))
    return target


def lower_dict(frame: Frame, node: cst.Dict, target: ir.Register | None) -> ir.Register:
    """{key: value, **mapping}"""
    elements = tuple([_lower_entry(frame, item) for item in node.elements])
    target = target or frame.fresh()
    frame.emit(ir.Build(frame.span(node), target, "dict", elements))
    return target


def _lower_entry(frame: Frame, item: cst.BaseDictElement) -> ir.Element:
    if isinstance(item, cst.DictElement):
        key = frame.expression(item.key)
        return ir.Element(frame.expression(item.value), key)
    return ir.Element(frame.expression(item.value), starred=True)


def lower_comprehension(frame: Frame, node: Any, target: ir.Register | None) -> ir.Register:
    """[element for ...], {element for ...}, (element for ...)"""
    result = frame.fresh()

    def append() -> None:
        element = frame.expression(node.elt)
        frame.emit(ir.Append(frame.span(node.elt), result, element))

    iterable = frame.expression(node.for_in.iter)
    frame.emit(ir.Build(frame.span(node), result, _COMPREHENSIONS[type(node)], ()))
    _lower_clauses(frame, node, iterable, append)
    return result


def lower_dict_comprehension(frame: Frame, node: cst.DictComp, target: ir.Register | None) -> ir.Register:
    """{key: value for ...}"""
    result = frame.fresh()

    def insert() -> None:
        key = frame.expression(node.key)
        value = frame.expression(node.value)
        frame.emit(ir.SetItem(frame.span(node.value), result, key, value))

    iterable = frame.expression(node.for_in.iter)
    frame.emit(ir.Build(frame.span(node), result, "dict", ()))
    _lower_clauses(frame, node, iterable, insert)
    return result


def lower_merging_comprehension(frame: Frame, node: Any, target: ir.Register | None) -> ir.Register:
    """{**mapping for ...}"""
    result = frame.fresh()

    def merge() -> None:
        mapping = frame.expression(node.value)
        elements = (ir.Element(result, starred=True), ir.Element(mapping, starred=True))
        frame.emit(ir.Build(frame.span(node.value), result, "dict", elements))

    iterable = frame.expression(node.for_in.iter)
    frame.emit(ir.Build(frame.span(node), result, "dict", ()))
    _lower_clauses(frame, node, iterable, merge)
    return result


def _lower_clauses(frame: Frame, node: Any, iterable: ir.Register, body: Callable[[], None]) -> None:
    """The loops of a comprehension round its body; the first iterable is evaluated outside its scope."""
    number = frame.fresh()
    clause, names = node.for_in, set[str]()
    while clause is not None:
        names.update(target_names(clause.target))
        clause = clause.inner_for_in
    frame.enter_comprehension({name: f"{number}.{name}" for name in names})
    _lower_loop(frame, node.for_in, iterable, body)
    frame.leave_comprehension()


def _lower_loop(frame: Frame, clause: cst.CompFor, iterable: ir.Register, body: Callable[[], None]) -> None:
    outer = frame.open()
    item = store_item(frame, clause.target)
    _lower_filters(frame, clause, 0, body)
    block = frame.close(outer)
    frame.emit(ir.For(frame.span(clause), _NO_LIVE, item, iterable, block, comprehension=True))


def store_item(frame: Frame, target: cst.BaseAssignTargetExpression) -> ir.Register:
    """The register that receives each element, its storing emitted."""
    if isinstance(target, cst.Name):
        register = frame.register_of(target.value)
        if register is not None:
            return register
    item = frame.fresh()
    store_target(frame, target, item)
    return item


def _lower_filters(frame: Frame, clause: cst.CompFor, position: int, body: Callable[[], None]) -> None:
    """The conditions from `position` on, then the inner loop or the body."""
    if position < len(clause.ifs):
        test = clause.ifs[position]
        condition = frame.expression(test.test)
        outer = frame.open()
        _lower_filters(frame, clause, position + 1, body)
        then = frame.close(outer)
        frame.emit(ir.If(frame.span(test), _NO_LIVE, condition, then, ir.Block()))
    elif clause.inner_for_in is not None:
        inner = clause.inner_for_in
        _lower_loop(frame, inner, frame.expression(inner.iter), body)
    else:
        body()
