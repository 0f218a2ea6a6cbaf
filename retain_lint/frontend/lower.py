"""From a parsed file to IR: the tables of handlers and the module as a whole. Floor 2.

Invariant: every syntactically valid file lowers; nothing of it is executed.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from retain_lint.frontend import control, displays, expressions, functions, literals, patterns, statements, targets
from retain_lint.frontend.annotations import read_annotations, read_types
from retain_lint.frontend.frame import ExpressionHandler, Frame, StatementHandler, Unit
from retain_lint.frontend.guarded_attributes import find_guarded_attributes
from retain_lint.frontend.newer_nodes import TemplateStr, TryStar, TypeAlias, Uncomputed
from retain_lint.frontend.parse import parse, parse_newer, parsing_limits, refuse_nesting
from retain_lint.frontend.places import MisplacedError, Places
from retain_lint.frontend.reading import Reading
from retain_lint.frontend.scopes import ScopeCollector
from retain_lint.frontend.text import SourceText
from retain_lint.ir import model as ir

_EXPRESSIONS: Mapping[type[Any], ExpressionHandler] = {
    ast.Name: expressions.lower_name,
    ast.Attribute: expressions.lower_attribute,
    ast.Subscript: expressions.lower_subscript,
    ast.Slice: expressions.lower_slice,
    ast.UnaryOp: expressions.lower_unary,
    ast.BinOp: expressions.lower_binary,
    ast.BoolOp: expressions.lower_boolean,
    ast.Compare: expressions.lower_comparison,
    ast.IfExp: expressions.lower_conditional,
    ast.NamedExpr: expressions.lower_named,
    ast.Call: expressions.lower_call,
    ast.Await: expressions.lower_await,
    ast.Yield: expressions.lower_yield,
    ast.YieldFrom: expressions.lower_yield,
    ast.Starred: expressions.lower_starred,
    ast.Lambda: functions.lower_lambda,
    ast.Constant: literals.lower_literal,
    ast.JoinedStr: literals.lower_formatted,
    TemplateStr: literals.lower_template,
    Uncomputed: literals.lower_uncomputed,
    ast.Tuple: displays.lower_display,
    ast.List: displays.lower_display,
    ast.Set: displays.lower_display,
    ast.Dict: displays.lower_dict,
    ast.ListComp: displays.lower_comprehension,
    ast.SetComp: displays.lower_comprehension,
    ast.GeneratorExp: displays.lower_comprehension,
    ast.DictComp: displays.lower_dict_comprehension,
}
_STATEMENTS: Mapping[type[Any], StatementHandler] = {
    ast.Expr: statements.lower_expression,
    ast.Assign: statements.lower_assignment,
    ast.AnnAssign: statements.lower_annotated,
    ast.AugAssign: targets.lower_augmented,
    ast.Delete: statements.lower_delete,
    ast.Pass: statements.lower_nothing,
    ast.Global: statements.lower_nothing,
    ast.Nonlocal: statements.lower_nothing,
    ast.Return: statements.lower_return,
    ast.Raise: statements.lower_raise,
    ast.Break: statements.lower_break,
    ast.Continue: statements.lower_continue,
    ast.Assert: statements.lower_assert,
    TypeAlias: statements.lower_type_alias,
    ast.Import: statements.lower_import,
    ast.ImportFrom: statements.lower_import_from,
    ast.If: control.lower_if,
    ast.While: control.lower_while,
    ast.For: control.lower_for,
    ast.AsyncFor: control.lower_for,
    ast.Try: control.lower_try,
    TryStar: control.lower_try,
    ast.With: control.lower_with,
    ast.AsyncWith: control.lower_with,
    ast.Match: patterns.lower_match,
    ast.FunctionDef: functions.lower_function,
    ast.AsyncFunctionDef: functions.lower_function,
    ast.ClassDef: functions.lower_class,
}


def lower_module(reading: Reading, name: str) -> ir.Module:
    """Lower one file; `name` is its module name. Raises SourceError."""
    try:
        return lower_tree(parse(reading), reading.source, name)
    except MisplacedError:
        return lower_tree(parse_newer(reading), reading.source, name)


def lower_tree(tree: ast.Module, source: SourceText, name: str) -> ir.Module:
    """Lower the tree of a file. Raises SourceError, and MisplacedError if the tree does not fit the text."""
    with parsing_limits():
        try:
            return _lower(tree, source, name)
        except RecursionError:
            raise refuse_nesting(source) from None


def _lower(tree: ast.Module, source: SourceText, name: str) -> ir.Module:
    places = Places(source)
    types = read_types(tree, source.text)
    unit = Unit(places, ScopeCollector(source.text), _EXPRESSIONS, _STATEMENTS, types=types)
    unit.guarded = find_guarded_attributes(tree, source.text)
    frame = Frame(unit, None, "module", "<module>", unit.scopes.collect_module(tree))
    frame.statements(tree.body)
    for annotated, shown in read_annotations(tree, types):
        unit.uses.setdefault(annotated, set()).update(shown)
    body = functions.finish(frame, places.module(tree), ())
    return ir.Module(
        path=source.path,
        name=name,
        body=body,
        functions=tuple(sorted(unit.functions, key=lambda function: function.span)),
        uses={path: frozenset(names) for path, names in unit.uses.items()},
        has_main_guard=any(_is_main_guard(statement) for statement in tree.body),
    )


def _is_main_guard(node: ast.stmt) -> bool:
    """if __name__ == "__main__", either way round."""
    if not (isinstance(node, ast.If) and isinstance(node.test, ast.Compare)):
        return False
    operands = [node.test.left, *node.test.comparators]
    names = [operand.id for operand in operands if isinstance(operand, ast.Name)]
    texts = [operand.value for operand in operands if isinstance(operand, ast.Constant)]
    return names == ["__name__"] and texts == ["__main__"]
