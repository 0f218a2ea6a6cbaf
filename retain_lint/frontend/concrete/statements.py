"""libcst's statements, and a file as a whole, as those of Python's own tree. Floor 2."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

import libcst as cst

from retain_lint.frontend.concrete.builder import Builder, Translation, name_of
from retain_lint.frontend.concrete.expressions import BINARY_NODES, EXPRESSIONS
from retain_lint.frontend.concrete.layouts import AUGMENTED_OPERATORS
from retain_lint.frontend.concrete.patterns import PATTERNS
from retain_lint.frontend.concrete.positions import Positions
from retain_lint.frontend.concrete.strings import STRINGS
from retain_lint.frontend.newer_nodes import TryStar, TypeAlias, TypeParameter
from retain_lint.frontend.text import SourceText


def translate(tree: cst.Module, positions: Positions, source: SourceText) -> ast.Module:
    """A located file. Raises PositionError for syntax that is not known here."""
    builder = Builder(positions, source, {**EXPRESSIONS, **STRINGS, **PATTERNS, **_STATEMENTS})
    return ast.Module(body=builder.suite(tree.body), type_ignores=[])


def _expression(b: Builder, node: cst.Expr) -> Any:
    return b.at(ast.Expr, node, value=b.translate(node.value))


def _assignment(b: Builder, node: cst.Assign) -> Any:
    targets = b.translate_all([target.target for target in node.targets])
    return b.at(ast.Assign, node, targets=targets, value=b.translate(node.value))


def _annotated(b: Builder, node: cst.AnnAssign) -> Any:
    target, annotation, value = b.translate_all([node.target, node.annotation.annotation, node.value])
    simple = int(isinstance(node.target, cst.Name) and not node.target.lpar)
    return b.at(ast.AnnAssign, node, target=target, annotation=annotation, value=value, simple=simple)


def _augmented(b: Builder, node: cst.AugAssign) -> Any:
    operator = BINARY_NODES[AUGMENTED_OPERATORS[type(node.operator)]]
    return b.at(ast.AugAssign, node, target=b.translate(node.target), op=operator(), value=b.translate(node.value))


def _delete(b: Builder, node: cst.Del) -> Any:
    bare = isinstance(node.target, cst.Tuple) and not node.target.lpar
    targets = b.translate_all([item.value for item in node.target.elements] if bare else [node.target])  # type: ignore[attr-defined]
    return b.at(ast.Delete, node, targets=targets)


def _return(b: Builder, node: cst.Return) -> Any:
    return b.at(ast.Return, node, value=b.translate(node.value))


def _raise(b: Builder, node: cst.Raise) -> Any:
    cause = node.cause.item if node.cause is not None else None
    return b.at(ast.Raise, node, exc=b.translate(node.exc), cause=b.translate(cause))


def _assert(b: Builder, node: cst.Assert) -> Any:
    return b.at(ast.Assert, node, test=b.translate(node.test), msg=b.translate(node.msg))


def _plain(b: Builder, node: cst.Pass | cst.Break | cst.Continue) -> Any:
    return b.at(getattr(ast, type(node).__name__), node)


def _names(b: Builder, node: cst.Global | cst.Nonlocal) -> Any:
    return b.at(getattr(ast, type(node).__name__), node, names=[name_of(item.name) for item in node.names])


def _import(b: Builder, node: Any) -> Any:
    return b.at(ast.Import, node, names=b.translate_all(node.names))


def _import_from(b: Builder, node: Any) -> Any:
    module = _dotted(node.module) if node.module is not None else None
    star = isinstance(node.names, cst.ImportStar)
    names = [b.at(ast.alias, node.names, name="*", asname=None)] if star else b.translate_all(node.names)
    return b.at(ast.ImportFrom, node, module=module, names=names, level=len(node.relative))


def _alias(b: Builder, node: cst.ImportAlias) -> Any:
    asname = _dotted(node.asname.name) if node.asname is not None else None
    return b.at(ast.alias, node, name=_dotted(node.name), asname=asname)


def _dotted(node: cst.CSTNode) -> str:
    if isinstance(node, cst.Attribute):
        return f"{_dotted(node.value)}.{name_of(node.attr)}"
    return name_of(node) if isinstance(node, cst.Name) else ""


def _type_alias(b: Builder, node: Any) -> Any:
    value, parameters = b.translate(node.value), _type_parameters(b, node)
    return b.at(TypeAlias, node, name=b.translate(node.name), type_params=parameters, value=value)


def _type_parameters(b: Builder, node: Any) -> list[Any]:
    parameters = node.type_parameters.params if node.type_parameters is not None else ()
    return [_type_parameter(b, parameter.param) for parameter in parameters]


def _type_parameter(b: Builder, node: Any) -> Any:
    """`T: bound`, or one of those that have no bound (`*Ts`, `**P`)."""
    bound = getattr(node, "bound", None)
    return b.at(TypeParameter, node, name=name_of(node.name), bound=None if bound is None else b.translate(bound))


def _if(b: Builder, node: cst.If) -> Any:
    test, body = b.translate(node.test), b.suite(node.body.body)
    return b.at(ast.If, node, test=test, body=body, orelse=_else(b, node.orelse))


def _else(b: Builder, node: cst.If | cst.Else | cst.Finally | None) -> list[ast.stmt]:
    if node is None:
        return []
    return [b.translate(node)] if isinstance(node, cst.If) else b.suite(node.body.body)


def _while(b: Builder, node: cst.While) -> Any:
    test, body = b.translate(node.test), b.suite(node.body.body)
    return b.at(ast.While, node, test=test, body=body, orelse=_else(b, node.orelse))


def _for(b: Builder, node: cst.For) -> Any:
    kind = ast.For if node.asynchronous is None else ast.AsyncFor
    target, iterable, body = b.translate(node.target), b.translate(node.iter), b.suite(node.body.body)
    return b.at(kind, node, target=target, iter=iterable, body=body, orelse=_else(b, node.orelse))


def _with(b: Builder, node: cst.With) -> Any:
    kind = ast.With if node.asynchronous is None else ast.AsyncWith
    return b.at(kind, node, items=b.translate_all(node.items), body=b.suite(node.body.body))


def _item(b: Builder, node: cst.WithItem) -> Any:
    target = node.asname.name if node.asname is not None else None
    return ast.withitem(b.translate(node.item), b.translate(target))


def _try(b: Builder, node: cst.Try | cst.TryStar) -> Any:
    kind = ast.Try if isinstance(node, cst.Try) else TryStar
    body, handlers = b.suite(node.body.body), b.translate_all(node.handlers)
    orelse, final = _else(b, node.orelse), _else(b, node.finalbody)
    return b.at(kind, node, body=body, handlers=handlers, orelse=orelse, finalbody=final)


def _handler(b: Builder, node: cst.ExceptHandler | cst.ExceptStarHandler) -> Any:
    name = name_of(node.name.name) if node.name is not None and isinstance(node.name.name, cst.Name) else None
    return b.at(ast.ExceptHandler, node, type=b.translate(node.type), name=name, body=b.suite(node.body.body))


def _function(b: Builder, node: cst.FunctionDef) -> Any:
    made = b.at(
        ast.FunctionDef if node.asynchronous is None else ast.AsyncFunctionDef,
        node,
        name=name_of(node.name),
        args=b.translate(node.params),
        body=b.suite(node.body.body),
        decorator_list=b.translate_all([decorator.decorator for decorator in node.decorators]),
        returns=b.translate(node.returns.annotation) if node.returns is not None else None,
    )
    made.type_params = _type_parameters(b, node)
    return made


def _class(b: Builder, node: cst.ClassDef) -> Any:
    made = b.at(
        ast.ClassDef,
        node,
        name=name_of(node.name),
        bases=b.translate_all(node.bases),
        keywords=b.translate_all(node.keywords),
        body=b.suite(node.body.body),
        decorator_list=b.translate_all([decorator.decorator for decorator in node.decorators]),
    )
    made.type_params = _type_parameters(b, node)
    return made


_STATEMENTS: Mapping[str, Translation] = {
    "Expr": _expression,
    "Assign": _assignment,
    "AnnAssign": _annotated,
    "AugAssign": _augmented,
    "Del": _delete,
    "Return": _return,
    "Raise": _raise,
    "Assert": _assert,
    "Pass": _plain,
    "Break": _plain,
    "Continue": _plain,
    "Global": _names,
    "Nonlocal": _names,
    "Import": _import,
    "LazyImport": _import,
    "ImportFrom": _import_from,
    "LazyImportFrom": _import_from,
    "ImportAlias": _alias,
    "TypeAlias": _type_alias,
    "If": _if,
    "While": _while,
    "For": _for,
    "With": _with,
    "WithItem": _item,
    "Try": _try,
    "TryStar": _try,
    "ExceptHandler": _handler,
    "ExceptStarHandler": _handler,
    "FunctionDef": _function,
    "ClassDef": _class,
}
