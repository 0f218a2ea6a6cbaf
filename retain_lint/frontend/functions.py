"""Lowering of functions, lambdas and classes, each to a unit of its own. Floor 2."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Literal, TypeAlias

from retain_lint.frontend.frame import Frame, FrameKind
from retain_lint.frontend.liveness import annotate
from retain_lint.frontend.paired_names import find_optimised
from retain_lint.frontend.parametrized_tests import find_literal_names
from retain_lint.frontend.scopes import type_parameter_names
from retain_lint.ir import model as ir
from retain_lint.ir.walk import instructions_of
from retain_lint.source import Span

#: functions of Python by which the variables of a function are read though they are not written
_BY_NAME = frozenset({"eval", "exec", "locals", "vars"})
_ParameterKind = Literal["positional", "positional_only", "keyword_only", "star", "double_star"]
_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def lower_function(frame: Frame, node: _Function) -> None:
    """def: decorators, then defaults, then the function object, then the decorators applied from the last."""
    decorators = [frame.expression(decorator) for decorator in node.decorator_list]
    parameters = _lower_parameters(frame, node.args, find_literal_names(node.decorator_list))
    names = [parameter.name for parameter in parameters]
    for module in find_optimised(names):
        frame.unit.uses.setdefault(module, set()).add("parameters")
    inner = _enter(frame, "function", node.name, node.body, names + type_parameter_names(node))
    if node.returns is not None:
        inner.returns = frame.unit.types.shown_of(node.name, node.returns)
    inner.statements(node.body)
    function = finish(inner, frame.span(node), parameters, is_async=isinstance(node, ast.AsyncFunctionDef))
    register = _definition_register(frame, node)
    frame.emit(ir.MakeFunction(frame.span(node), register, function))
    _decorate(frame, node, decorators, register)


def lower_lambda(frame: Frame, node: ast.Lambda, target: ir.Register | None) -> ir.Register:
    """lambda parameters: expression"""
    parameters = _lower_parameters(frame, node.args)
    inner = _enter(frame, "lambda", "<lambda>", node.body, [parameter.name for parameter in parameters])
    value = inner.expression(node.body)
    inner.emit(ir.Return(frame.span(node.body), value))
    function = finish(inner, frame.span(node), parameters)
    target = target or frame.fresh()
    frame.emit(ir.MakeFunction(frame.span(node), target, function))
    return target


def lower_class(frame: Frame, node: ast.ClassDef) -> None:
    """class: decorators, then bases and keywords, then the body, then the decorators applied from the last."""
    decorators = [frame.expression(decorator) for decorator in node.decorator_list]
    bases = tuple([frame.expression(base.value if isinstance(base, ast.Starred) else base) for base in node.bases])
    for keyword in node.keywords:
        frame.expression(keyword.value)
    texts = tuple(frame.unit.places.text(base) for base in node.bases)
    inner = _enter(frame, "class", node.name, node.body, type_parameter_names(node))
    inner.statements(node.body)
    body = finish(inner, frame.span(node), ())
    register = _definition_register(frame, node)
    frame.emit(ir.MakeClass(frame.span(node), register, node.name, bases, body, texts, tuple(_annotated(node))))
    _decorate(frame, node, decorators, register)


def _annotated(node: ast.ClassDef) -> Iterator[str]:
    """The names that a class's body annotates, class variables left out."""
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            mentioned = [getattr(part, "id", getattr(part, "attr", "")) for part in ast.walk(statement.annotation)]
            if "ClassVar" not in mentioned:
                yield statement.target.id


def _reads_by_name(frame: Frame, block: ir.Block) -> bool:
    """May any variable of the frame be read at any time: by its name, or as an attribute of the class?"""
    if frame.kind == "class":
        return True
    if _BY_NAME.isdisjoint(frame.mentions):  # which holds the names of attributes, too: `model.eval()`
        return False
    return any(isinstance(i, ir.LoadGlobal) and i.name in _BY_NAME for i in instructions_of(block))


def finish(frame: Frame, span: Span, parameters: tuple[ir.Parameter, ...], is_async: bool = False) -> ir.Function:
    """The finished function of a frame; what it mentions, its surroundings mention too."""
    parent = frame.parent
    names = frozenset(frame.scope.bound)
    captured = frozenset(frame.captured)
    if frame.kind == "module":
        captured |= names & frame.unit.global_names
    block = ir.Block(tuple(frame.instructions))
    function = ir.Function(
        name=frame.name,
        qualname=frame.qualname,
        span=span,
        parameters=parameters,
        body=annotate(block, names | captured if _reads_by_name(frame, block) else captured),
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


def _enter(frame: Frame, kind: FrameKind, name: str, code: list[ast.stmt] | ast.expr, names: list[str]) -> Frame:
    return Frame(frame.unit, frame, kind, name, frame.unit.scopes.collect(code, names))


def _definition_register(frame: Frame, node: _Function | ast.ClassDef) -> ir.Register:
    """Decorators see the object before the name is bound to it."""
    register = None if node.decorator_list else frame.register_of(node.name)
    return register or frame.fresh()


def _decorate(
    frame: Frame, node: _Function | ast.ClassDef, decorators: list[ir.Register], register: ir.Register
) -> None:
    for decorator, function in zip(reversed(node.decorator_list), reversed(decorators), strict=True):
        span = frame.span(decorator)
        result = frame.fresh()
        place = frame.span(decorator.value) if isinstance(decorator, ast.Attribute) else None
        frame.emit(ir.Call(span, result, function, (ir.Argument(register, span),), True, place))
        register = result
    frame.store(node.name, register, frame.unit.places.name(node, node.name))


def _lower_parameters(
    frame: Frame, node: ast.arguments, literal: frozenset[str] = frozenset()
) -> tuple[ir.Parameter, ...]:
    """All parameters in order, their defaults evaluated in the defining frame. Those that are `literal` are given literals alone."""
    return tuple([_lower_parameter(frame, literal, *parameter) for parameter in _each_parameter(node)])


def _each_parameter(node: ast.arguments) -> Iterator[tuple[ast.arg, _ParameterKind, ast.expr | None]]:
    """Each parameter with its default."""
    positional = [*node.posonlyargs, *node.args]
    defaults = [None] * (len(positional) - len(node.defaults)) + node.defaults
    for number, (parameter, default) in enumerate(zip(positional, defaults, strict=True)):
        yield parameter, "positional_only" if number < len(node.posonlyargs) else "positional", default
    if node.vararg is not None:
        yield node.vararg, "star", None
    for parameter, default in zip(node.kwonlyargs, node.kw_defaults, strict=True):
        yield parameter, "keyword_only", default
    if node.kwarg is not None:
        yield node.kwarg, "double_star", None


def _lower_parameter(
    frame: Frame, literal: frozenset[str], node: ast.arg, kind: _ParameterKind, default: ast.expr | None
) -> ir.Parameter:
    value = frame.expression(default) if default is not None else None
    return ir.Parameter(node.arg, kind, value, node.arg in literal)
