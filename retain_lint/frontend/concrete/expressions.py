"""libcst's expressions but for strings, as those of Python's own tree. Floor 2."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Any

import libcst as cst

from retain_lint.frontend.concrete.builder import Builder, Translation, name_of
from retain_lint.frontend.concrete.layouts import BINARY_OPERATORS, COMPARISON_OPERATORS, UNARY_OPERATORS
from retain_lint.frontend.newer_nodes import Uncomputed
from retain_lint.frontend.operators import BINARY_OPERATORS as BINARY
from retain_lint.frontend.operators import COMPARISON_OPERATORS as COMPARISONS
from retain_lint.frontend.operators import UNARY_OPERATORS as UNARY
from retain_lint.frontend.places import TRIVIA

_SINGLETONS: Mapping[str, bool | None] = {"True": True, "False": False, "None": None}
#: the node for an operator, by its text
BINARY_NODES = {text: kind for kind, text in BINARY.items()}
_UNARY = {text: kind for kind, text in UNARY.items()}
_COMPARISONS = {text: kind for kind, text in COMPARISONS.items()}
_TO_BRACKET = re.compile(rf"(?:{TRIVIA}\))*{TRIVIA}(?=\()")


def _name(b: Builder, node: cst.Name) -> Any:
    if node.value in _SINGLETONS:
        return b.at(ast.Constant, node, value=_SINGLETONS[node.value])
    return b.at(ast.Name, node, id=name_of(node), ctx=ast.Load())


def _number(b: Builder, node: cst.Integer | cst.Float | cst.Imaginary) -> Any:
    text = node.value.replace("_", "")
    try:
        value = int(text, 0) if isinstance(node, cst.Integer) else float(text) if isinstance(node, cst.Float) else None
    except ValueError:  # an int too long for Python to convert
        return b.at(Uncomputed, node)
    return b.at(ast.Constant, node, value=complex(text) if value is None else value)


def _ellipsis(b: Builder, node: cst.Ellipsis) -> Any:
    return b.at(ast.Constant, node, value=...)


def _attribute(b: Builder, node: cst.Attribute) -> Any:
    return b.at(ast.Attribute, node, value=b.translate(node.value), attr=name_of(node.attr), ctx=ast.Load())


def _subscript(b: Builder, node: cst.Subscript) -> Any:
    first, last = node.slice[0], node.slice[-1]
    comma = last.comma if isinstance(last.comma, cst.Comma) else None
    starred = isinstance(first.slice, cst.Index) and first.slice.star
    if len(node.slice) == 1 and not starred and comma is None:
        index = b.translate(first.slice)
    else:
        end = b.offsets(comma if comma is not None else last)[1]
        items = b.translate_all([element.slice for element in node.slice])
        index = b.between(ast.Tuple, (b.offsets(first)[0], end), elts=items, ctx=ast.Load())
    return b.at(ast.Subscript, node, value=b.translate(node.value), slice=index, ctx=ast.Load())


def _index(b: Builder, node: cst.Index) -> Any:
    value = b.translate(node.value)
    return b.at(ast.Starred, node, value=value, ctx=ast.Load()) if node.star else value


def _slice(b: Builder, node: cst.Slice) -> Any:
    lower, upper, step = b.translate_all([node.lower, node.upper, node.step])
    return b.at(ast.Slice, node, lower=lower, upper=upper, step=step)


def _unary(b: Builder, node: cst.UnaryOperation) -> Any:
    operator = _UNARY[UNARY_OPERATORS[type(node.operator)]]
    return b.at(ast.UnaryOp, node, op=operator(), operand=b.translate(node.expression))


def _binary(b: Builder, node: cst.BinaryOperation) -> Any:
    operator = BINARY_NODES[BINARY_OPERATORS[type(node.operator)]]
    return b.at(ast.BinOp, node, left=b.translate(node.left), op=operator(), right=b.translate(node.right))


def _boolean(b: Builder, node: cst.BooleanOperation) -> Any:
    """A row of one operator is one node."""
    operands: list[cst.BaseExpression] = [node.right]
    left = node.left
    while isinstance(left, cst.BooleanOperation) and not left.lpar and type(left.operator) is type(node.operator):
        operands.append(left.right)
        left = left.left
    values = b.translate_all([left, *reversed(operands)])
    return b.at(ast.BoolOp, node, op=ast.And() if isinstance(node.operator, cst.And) else ast.Or(), values=values)


def _comparison(b: Builder, node: cst.Comparison) -> Any:
    operators = [_COMPARISONS[COMPARISON_OPERATORS[type(link.operator)]]() for link in node.comparisons]
    comparators = b.translate_all([link.comparator for link in node.comparisons])
    return b.at(ast.Compare, node, left=b.translate(node.left), ops=operators, comparators=comparators)


def _conditional(b: Builder, node: cst.IfExp) -> Any:
    test, body, orelse = b.translate_all([node.test, node.body, node.orelse])
    return b.at(ast.IfExp, node, test=test, body=body, orelse=orelse)


def _named(b: Builder, node: cst.NamedExpr) -> Any:
    return b.at(ast.NamedExpr, node, target=b.translate(node.target), value=b.translate(node.value))


def _call(b: Builder, node: cst.Call) -> Any:
    function, arguments = b.translate(node.func), b.translate_all(node.args)
    keywords = [argument for argument in arguments if isinstance(argument, ast.keyword)]
    positional = [argument for argument in arguments if not isinstance(argument, ast.keyword)]
    made = b.at(ast.Call, node, func=function, args=positional, keywords=keywords)
    only = node.args[0].value if len(node.args) == 1 else None
    if isinstance(only, cst.GeneratorExp) and not only.lpar:
        # Python counts the parentheses of the call to it.
        match = _TO_BRACKET.match(b.source.text, b.offsets(node.func)[1])
        start = match.end() if match else b.offsets(only)[0]
        made.args = [_generator(b, only, (start, b.offsets(node)[1]))]
    return made


def _argument(b: Builder, node: cst.Arg) -> Any:
    value = b.translate(node.value)
    if node.star == "*":
        return b.at(ast.Starred, node, value=value, ctx=ast.Load())
    if node.star or node.keyword is not None:
        return b.at(ast.keyword, node, arg=name_of(node.keyword) if node.keyword is not None else None, value=value)
    return value


def _await(b: Builder, node: cst.Await) -> Any:
    return b.at(ast.Await, node, value=b.translate(node.expression))


def _yield(b: Builder, node: cst.Yield) -> Any:
    if isinstance(node.value, cst.From):
        return b.at(ast.YieldFrom, node, value=b.translate(node.value.item))
    return b.at(ast.Yield, node, value=b.translate(node.value))


def _lambda(b: Builder, node: cst.Lambda) -> Any:
    return b.at(ast.Lambda, node, args=b.translate(node.params), body=b.translate(node.body))


def _tuple(b: Builder, node: cst.Tuple) -> Any:
    return b.between(ast.Tuple, b.outer(node), elts=b.translate_all(node.elements), ctx=ast.Load())


def _list(b: Builder, node: cst.List) -> Any:
    return b.at(ast.List, node, elts=b.translate_all(node.elements), ctx=ast.Load())


def _set(b: Builder, node: cst.Set) -> Any:
    return b.at(ast.Set, node, elts=b.translate_all(node.elements))


def _element(b: Builder, node: cst.Element) -> Any:
    return b.translate(node.value)


def _starred(b: Builder, node: cst.StarredElement) -> Any:
    return b.at(ast.Starred, node, value=b.translate(node.value), ctx=ast.Load())


def _dict(b: Builder, node: cst.Dict) -> Any:
    keys = [item.key if isinstance(item, cst.DictElement) else None for item in node.elements]
    values = b.translate_all([item.value for item in node.elements])
    return b.at(ast.Dict, node, keys=b.translate_all(keys), values=values)


def _comprehension(b: Builder, node: cst.ListComp | cst.SetComp) -> Any:
    kind = ast.ListComp if isinstance(node, cst.ListComp) else ast.SetComp
    return b.at(kind, node, elt=b.translate(node.elt), generators=_clauses(b, node.for_in))


def _generator(b: Builder, node: cst.GeneratorExp, offsets: tuple[int, int] | None = None) -> Any:
    place = offsets or b.outer(node)
    return b.between(ast.GeneratorExp, place, elt=b.translate(node.elt), generators=_clauses(b, node.for_in))


def _dict_comprehension(b: Builder, node: cst.DictComp) -> Any:
    key, value = b.translate(node.key), b.translate(node.value)
    return b.at(ast.DictComp, node, key=key, value=value, generators=_clauses(b, node.for_in))


def _merging_comprehension(b: Builder, node: Any) -> Any:
    """As Python 3.15 has it: what is merged stands as the key."""
    return b.at(ast.DictComp, node, key=b.translate(node.value), value=None, generators=_clauses(b, node.for_in))


def _clauses(b: Builder, clause: cst.CompFor | None) -> list[ast.comprehension]:
    found: list[ast.comprehension] = []
    while clause is not None:
        target, iterable = b.translate(clause.target), b.translate(clause.iter)
        tests = b.translate_all([test.test for test in clause.ifs])
        found.append(ast.comprehension(target, iterable, tests, int(clause.asynchronous is not None)))
        clause = clause.inner_for_in
    return found


def _parameters(b: Builder, node: cst.Parameters) -> Any:
    positional = [*node.posonly_params, *node.params]
    return ast.arguments(
        posonlyargs=b.translate_all(node.posonly_params),
        args=b.translate_all(node.params),
        vararg=b.translate(node.star_arg) if isinstance(node.star_arg, cst.Param) else None,
        kwonlyargs=b.translate_all(node.kwonly_params),
        kw_defaults=b.translate_all([parameter.default for parameter in node.kwonly_params]),
        kwarg=b.translate(node.star_kwarg),
        defaults=b.translate_all([parameter.default for parameter in positional if parameter.default is not None]),
    )


def _parameter(b: Builder, node: cst.Param) -> Any:
    annotation = node.annotation.annotation if node.annotation is not None else None
    return b.at(ast.arg, node, arg=name_of(node.name), annotation=b.translate(annotation))


EXPRESSIONS: Mapping[str, Translation] = {
    "Name": _name,
    "Integer": _number,
    "Float": _number,
    "Imaginary": _number,
    "Ellipsis": _ellipsis,
    "Attribute": _attribute,
    "Subscript": _subscript,
    "Index": _index,
    "Slice": _slice,
    "UnaryOperation": _unary,
    "BinaryOperation": _binary,
    "BooleanOperation": _boolean,
    "Comparison": _comparison,
    "IfExp": _conditional,
    "NamedExpr": _named,
    "Call": _call,
    "Arg": _argument,
    "Await": _await,
    "Yield": _yield,
    "Lambda": _lambda,
    "Tuple": _tuple,
    "List": _list,
    "Set": _set,
    "Element": _element,
    "StarredElement": _starred,
    "Dict": _dict,
    "ListComp": _comprehension,
    "SetComp": _comprehension,
    "GeneratorExp": _generator,
    "DictComp": _dict_comprehension,
    "StarredDictComp": _merging_comprehension,
    "Parameters": _parameters,
    "Param": _parameter,
}
