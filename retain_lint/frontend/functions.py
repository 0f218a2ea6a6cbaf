"""Lowering of functions, lambdas and classes, each to a unit of its own. Floor 2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import libcst as cst

from retain_lint.frontend.frame import Frame, FrameKind
from retain_lint.frontend.liveness import annotate
from retain_lint.frontend.scopes import type_parameter_names
from retain_lint.ir import model as ir
from retain_lint.source import Span

_ParameterKind = Literal["positional", "positional_only", "keyword_only", "star", "double_star"]


def lower_function(frame: Frame, node: cst.FunctionDef) -> None:
    """def: decorators, then defaults, then the function object, then the decorators applied from the last."""
    decorators = _lower_decorators(frame, node.decorators)
    parameters = _lower_parameters(frame, node.params)
    names = [parameter.name for parameter in parameters]
    names += type_parameter_names(node.type_parameters)
    inner = _enter(frame, "function", node.name.value, node.body, names)
    inner.statements(node.body.body)
    function = finish(inner, frame.span(node), parameters, is_async=node.asynchronous is not None)
    register = _definition_register(frame, node)
    frame.emit(ir.MakeFunction(frame.span(node), register, function))
    _decorate(frame, node, decorators, register)


def lower_lambda(frame: Frame, node: cst.Lambda, target: ir.Register | None) -> ir.Register:
    """lambda parameters: expression"""
    parameters = _lower_parameters(frame, node.params)
    inner = _enter(frame, "lambda", "<lambda>", node.body, [parameter.name for parameter in parameters])
    value = inner.expression(node.body)
    inner.emit(ir.Return(frame.span(node.body), value))
    function = finish(inner, frame.span(node), parameters)
    target = target or frame.fresh()
    frame.emit(ir.MakeFunction(frame.span(node), target, function))
    return target


def lower_class(frame: Frame, node: cst.ClassDef) -> None:
    """class: decorators, then bases and keywords, then the body, then the decorators applied from the last."""
    decorators = _lower_decorators(frame, node.decorators)
    bases = tuple([frame.expression(base.value) for base in node.bases])
    for keyword in node.keywords:
        frame.expression(keyword.value)
    texts = tuple(frame.unit.positions.text(base) for base in node.bases)
    inner = _enter(frame, "class", node.name.value, node.body, type_parameter_names(node.type_parameters))
    inner.statements(node.body.body)
    body = finish(inner, frame.span(node), ())
    register = _definition_register(frame, node)
    frame.emit(ir.MakeClass(frame.span(node), register, node.name.value, bases, body, texts, _annotated(node)))
    _decorate(frame, node, decorators, register)


def _annotated(node: cst.ClassDef) -> tuple[str, ...]:
    """The names that a class's body annotates, class variables left out."""
    lines = [line for line in node.body.body if isinstance(line, cst.SimpleStatementLine)]
    found = [s for line in lines for s in line.body if isinstance(s, cst.AnnAssign)]
    return tuple(
        s.target.value for s in found if isinstance(s.target, cst.Name) and not _mentions(s.annotation, "ClassVar")
    )


def _mentions(node: cst.CSTNode, name: str) -> bool:
    """Does a name stand anywhere in the code? The matchers of libcst, which would say so, take longer to import than most
    files take to be checked."""
    if isinstance(node, cst.Name):
        return node.value == name
    return any(_mentions(child, name) for child in node.children)


def finish(frame: Frame, span: Span, parameters: tuple[ir.Parameter, ...], is_async: bool = False) -> ir.Function:
    """The finished function of a frame; what it mentions, its surroundings mention too."""
    parent = frame.parent
    names = frozenset(frame.scope.bound)
    captured = frozenset(frame.captured)
    if frame.kind == "module":
        captured |= names & frame.unit.global_names
    function = ir.Function(
        name=frame.name,
        qualname=frame.qualname,
        span=span,
        parameters=parameters,
        body=annotate(ir.Block(tuple(frame.instructions)), captured | (names if frame.kind == "class" else captured)),
        locals=names,
        captured=captured,
        mentions=frozenset(frame.mentions),
        kind=frame.kind,
        is_generator=frame.is_generator,
        is_async=is_async,
        class_name=parent.name if parent is not None and parent.kind == "class" else None,
    )
    if parent is not None:
        parent.mentions |= frame.mentions
        frame.unit.functions.append(function)
    return function


def _enter(frame: Frame, kind: FrameKind, name: str, code: cst.CSTNode, names: Any) -> Frame:
    return Frame(frame.unit, frame, kind, name, frame.unit.scopes.collect(code, names))


def _lower_decorators(frame: Frame, decorators: Sequence[cst.Decorator]) -> list[tuple[cst.Decorator, ir.Register]]:
    return [(decorator, frame.expression(decorator.decorator)) for decorator in decorators]


def _definition_register(frame: Frame, node: cst.FunctionDef | cst.ClassDef) -> ir.Register:
    """Decorators see the object before the name is bound to it."""
    register = None if node.decorators else frame.register_of(node.name.value)
    return register or frame.fresh()


def _decorate(
    frame: Frame,
    node: cst.FunctionDef | cst.ClassDef,
    decorators: list[tuple[cst.Decorator, ir.Register]],
    register: ir.Register,
) -> None:
    for decorator, function in reversed(decorators):
        span = frame.span(decorator.decorator)
        result = frame.fresh()
        receiver = decorator.decorator.value if isinstance(decorator.decorator, cst.Attribute) else None
        argument = ir.Argument(register, span)
        place = frame.span(receiver) if receiver is not None else None
        frame.emit(ir.Call(span, result, function, (argument,), True, place))
        register = result
    frame.store(node.name.value, register, node.name)


def _lower_parameters(frame: Frame, node: cst.Parameters) -> tuple[ir.Parameter, ...]:
    """All parameters in order, their defaults evaluated in the defining frame."""
    return tuple([_lower_parameter(frame, parameter, kind) for parameter, kind in _each_parameter(node)])


def _each_parameter(node: cst.Parameters) -> Iterator[tuple[cst.Param, _ParameterKind]]:
    for parameter in node.posonly_params:
        yield parameter, "positional_only"
    for parameter in node.params:
        yield parameter, "positional"
    if isinstance(node.star_arg, cst.Param):
        yield node.star_arg, "star"
    for parameter in node.kwonly_params:
        yield parameter, "keyword_only"
    if node.star_kwarg is not None:
        yield node.star_kwarg, "double_star"


def _lower_parameter(frame: Frame, node: cst.Param, kind: _ParameterKind) -> ir.Parameter:
    default = frame.expression(node.default) if node.default is not None else None
    annotation = frame.unit.positions.text(node.annotation.annotation) if node.annotation is not None else None
    return ir.Parameter(node.name.value, kind, default, annotation)
