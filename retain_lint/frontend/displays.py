"""Lowering of tuple, list, set and dict displays and of comprehensions. Floor 2.

A comprehension is a loop in the frame that it stands in, over variables of its own; it is built in a temporary, since
its parts may read the variable that it is assigned to. A generator expression is built at once, like a list.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from retain_lint.frontend.frame import Frame
from retain_lint.frontend.scopes import target_names
from retain_lint.frontend.targets import store_target
from retain_lint.ir import model as ir

_NO_LIVE: frozenset[ir.Register] = frozenset()  # filled in by the liveness analysis
_DISPLAYS: Mapping[type[Any], Literal["tuple", "list", "set"]] = {ast.Tuple: "tuple", ast.List: "list", ast.Set: "set"}
_COMPREHENSIONS: Mapping[type[Any], Literal["generator", "list", "set"]] = {
    ast.GeneratorExp: "generator",
    ast.ListComp: "list",
    ast.SetComp: "set",
}


def lower_display(frame: Frame, node: Any, target: ir.Register | None) -> ir.Register:
    """(a, *b), [a, *b], {a, *b}"""
    elements = tuple(
        [
            ir.Element(frame.expression(item.value), None, True)
            if isinstance(item, ast.Starred)
            else ir.Element(frame.expression(item))
            for item in node.elts
        ]
    )
    target = target or frame.fresh()
    frame.emit(ir.Build(frame.span(node), target, _DISPLAYS[type(node)], elements))
    return target


def lower_dict(frame: Frame, node: ast.Dict, target: ir.Register | None) -> ir.Register:
    """{key: value, **mapping}"""
    elements = tuple([_lower_entry(frame, key, value) for key, value in zip(node.keys, node.values, strict=True)])
    target = target or frame.fresh()
    frame.emit(ir.Build(frame.span(node), target, "dict", elements))
    return target


def _lower_entry(frame: Frame, key: ast.expr | None, value: ast.expr) -> ir.Element:
    if key is None:
        return ir.Element(frame.expression(value), starred=True)
    register = frame.expression(key)
    return ir.Element(frame.expression(value), register)


def lower_comprehension(frame: Frame, node: Any, target: ir.Register | None) -> ir.Register:
    """[element for ...], {element for ...}, (element for ...)"""
    result = frame.fresh()

    def append() -> None:
        element = frame.expression(node.elt)
        frame.emit(ir.Append(frame.span(node.elt), result, element))

    iterable = frame.expression(node.generators[0].iter)
    frame.emit(ir.Build(frame.span(node), result, _COMPREHENSIONS[type(node)], ()))
    _lower_clauses(frame, node, iterable, append)
    return result


def lower_dict_comprehension(frame: Frame, node: ast.DictComp, target: ir.Register | None) -> ir.Register:
    """{key: value for ...}, {**mapping for ...}"""
    result = frame.fresh()

    def insert() -> None:
        key = frame.expression(node.key)
        if node.value is None:  # since Python 3.15, which has the mapping as the key
            elements = (ir.Element(result, starred=True), ir.Element(key, starred=True))
            frame.emit(ir.Build(frame.span(node.key), result, "dict", elements))
            return
        value = frame.expression(node.value)
        frame.emit(ir.SetItem(frame.span(node.value), result, key, value))

    iterable = frame.expression(node.generators[0].iter)
    frame.emit(ir.Build(frame.span(node), result, "dict", ()))
    _lower_clauses(frame, node, iterable, insert)
    return result


def _lower_clauses(frame: Frame, node: Any, iterable: ir.Register, body: Callable[[], None]) -> None:
    """The loops of a comprehension round its body; the first iterable is evaluated outside its scope."""
    number = frame.fresh()
    names = {name for clause in node.generators for name in target_names(clause.target)}
    frame.enter_comprehension({name: f"{number}.{name}" for name in names})
    _lower_loop(frame, node.generators, iterable, body)
    frame.leave_comprehension()


def _lower_loop(
    frame: Frame, clauses: Sequence[ast.comprehension], iterable: ir.Register, body: Callable[[], None]
) -> None:
    """The first of the clauses, the others inside it."""
    outer = frame.open()
    item = store_item(frame, clauses[0].target)
    _lower_filters(frame, clauses, 0, body)
    block = frame.close(outer)
    last = [clauses[-1].iter, *clauses[-1].ifs][-1]
    span = frame.unit.places.between(clauses[0].target, last)
    frame.emit(ir.For(span, _NO_LIVE, item, iterable, block, comprehension=True))


def store_item(frame: Frame, target: ast.expr) -> ir.Register:
    """The register that receives each element, its storing emitted."""
    if isinstance(target, ast.Name):
        register = frame.register_of(target.id)
        if register is not None:
            return register
    item = frame.fresh()
    store_target(frame, target, item)
    return item


def _lower_filters(frame: Frame, clauses: Sequence[ast.comprehension], position: int, body: Callable[[], None]) -> None:
    """The conditions of the first clause from `position` on, then the other clauses or the body."""
    if position < len(clauses[0].ifs):
        test = clauses[0].ifs[position]
        condition = frame.expression(test)
        outer = frame.open()
        _lower_filters(frame, clauses, position + 1, body)
        then = frame.close(outer)
        frame.emit(ir.If(frame.span(test), _NO_LIVE, condition, then, ir.Block()))
    elif len(clauses) > 1:
        _lower_loop(frame, clauses[1:], frame.expression(clauses[1].iter), body)
    else:
        body()
