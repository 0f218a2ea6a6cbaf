"""Lowering of functions, lambdas, classes and decorators. Floor 2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import libcst as cst

from retain_lint.frontend.expressions import dotted_path
from retain_lint.frontend.frame import Frame
from retain_lint.frontend.liveness import annotate
from retain_lint.frontend.scopes import type_parameter_names
from retain_lint.ir import model as ir
from retain_lint.source import Span

ParameterKind = Literal["positional", "positional_only", "keyword_only", "star", "double_star"]


def lower_function(frame: Frame, node: cst.FunctionDef) -> None:
    """def: the decorators are evaluated first and applied to the function innermost first."""
    decorators = [(d, frame.expression(d.decorator)) for d in node.decorators]
    parameters = tuple(_lower_parameters(frame, node.params))
    inner = _enter(frame, node.body, "function", node.name.value, parameters, node.type_parameters)
    outer = inner.open()
    inner.statements(node.body.body)
    function = finish(inner, inner.close(outer), frame.span(node), parameters, node.asynchronous is not None)
    value = frame.fresh()
    frame.emit(ir.MakeFunction(frame.span(node), value, function))
    frame.store(node.name.value, _decorate(frame, decorators, value), node.name)


def lower_lambda(frame: Frame, node: cst.Lambda, target: ir.Register | None) -> ir.Register:
    """lambda parameters: body"""
    parameters = tuple(_lower_parameters(frame, node.params))
    inner = _enter(frame, node.body, "lambda", "<lambda>", parameters, None)
    outer = inner.open()
    inner.emit(ir.Return(frame.span(node.body), inner.expression(node.body)))
    function = finish(inner, inner.close(outer), frame.span(node), parameters, False)
    target = target or frame.fresh()
    frame.emit(ir.MakeFunction(frame.span(node), target, function))
    return target


def lower_class(frame: Frame, node: cst.ClassDef) -> None:
    """class: its body is a function whose registers become the class's attributes."""
    decorators = [(d, frame.expression(d.decorator)) for d in node.decorators]
    bases = tuple([frame.expression(argument.value) for argument in node.bases])
    for keyword in node.keywords:
        frame.expression(keyword.value)
    inner = _enter(frame, node.body, "class", node.name.value, (), node.type_parameters)
    outer = inner.open()
    inner.statements(node.body.body)
    body = finish(inner, inner.close(outer), frame.span(node), (), False)
    value = frame.fresh()
    texts = tuple(dotted_path(argument.value) for argument in node.bases)
    frame.emit(ir.MakeClass(frame.span(node), value, node.name.value, bases, body, texts))
    frame.store(node.name.value, _decorate(frame, decorators, value), node.name)


def _decorate(frame: Frame, decorators: Sequence[tuple[cst.Decorator, ir.Register]], value: ir.Register) -> ir.Register:
    for node, decorator in reversed(decorators):
        span = frame.span(node.decorator)
        result = frame.fresh()
        frame.emit(ir.Call(span, result, decorator, (ir.Argument(value, span),)))
        value = result
    return value


def _enter(
    frame: Frame,
    body: cst.CSTNode,
    kind: Literal["function", "lambda", "class"],
    name: str,
    parameters: tuple[ir.Parameter, ...],
    type_parameters: cst.TypeParameters | None,
) -> Frame:
    names = [*(p.name for p in parameters), *type_parameter_names(type_parameters)]
    return Frame(frame.unit, frame, kind, name, frame.unit.scopes.collect(body, names))


def finish(
    frame: Frame, body: ir.Block, span: Span, parameters: tuple[ir.Parameter, ...], is_async: bool
) -> ir.Function:
    """Closes a frame: its live sets are computed, and its mentions are passed on to the frame around it."""
    every = frozenset(frame.scope.bound) if frame.kind == "class" else frozenset()
    body = annotate(body, frozenset(frame.captured) | every)
    function = ir.Function(
        frame.name,
        frame.qualname,
        span,
        parameters,
        body,
        frozenset(frame.scope.bound),
        frozenset(frame.captured),
        frozenset(frame.mentions),
        frame.kind,
        frame.is_generator,
        is_async,
        frame.parent.name if frame.parent is not None and frame.parent.kind == "class" else None,
    )
    frame.unit.functions.append(function)
    if frame.parent is not None:
        frame.parent.mentions |= frame.mentions
    return function


def _lower_parameters(frame: Frame, node: cst.Parameters) -> Iterator[ir.Parameter]:
    for parameter in node.posonly_params:
        yield _lower_parameter(frame, parameter, "positional_only")
    for parameter in node.params:
        yield _lower_parameter(frame, parameter, "positional")
    if isinstance(node.star_arg, cst.Param):
        yield _lower_parameter(frame, node.star_arg, "star")
    for parameter in node.kwonly_params:
        yield _lower_parameter(frame, parameter, "keyword_only")
    if node.star_kwarg is not None:
        yield _lower_parameter(frame, node.star_kwarg, "double_star")


def _lower_parameter(frame: Frame, node: cst.Param, kind: ParameterKind) -> ir.Parameter:
    default = None
    if node.default is not None:
        default = frame.expression(node.default, frame.fresh())
    annotation = dotted_path(node.annotation.annotation) if node.annotation is not None else ""
    return ir.Parameter(node.name.value, kind, default, annotation or None)
