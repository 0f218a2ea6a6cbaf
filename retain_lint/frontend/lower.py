"""From a parsed file to IR: the tables of handlers and the module as a whole. Floor 2.

Invariant: every syntactically valid file lowers; nothing of it is executed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import libcst as cst

from retain_lint.frontend import control, displays, expressions, functions, literals, patterns, statements, targets
from retain_lint.frontend.frame import ExpressionHandler, Frame, StatementHandler, Unit
from retain_lint.frontend.layouts import build_layouts
from retain_lint.frontend.parse import ParsedModule, parse, parsing_limits
from retain_lint.frontend.scopes import ScopeCollector
from retain_lint.frontend.text import SourceError, SourceText
from retain_lint.ir import model as ir

_EXPRESSIONS: Mapping[str, ExpressionHandler] = {
    "Name": expressions.lower_name,
    "Attribute": expressions.lower_attribute,
    "Subscript": expressions.lower_subscript,
    "UnaryOperation": expressions.lower_unary,
    "BinaryOperation": expressions.lower_binary,
    "BooleanOperation": expressions.lower_boolean,
    "Comparison": expressions.lower_comparison,
    "IfExp": expressions.lower_conditional,
    "NamedExpr": expressions.lower_named,
    "Call": expressions.lower_call,
    "Await": expressions.lower_await,
    "Yield": expressions.lower_yield,
    "Lambda": functions.lower_lambda,
    "Integer": literals.lower_number,
    "Float": literals.lower_number,
    "Imaginary": literals.lower_imaginary,
    "Ellipsis": literals.lower_ellipsis,
    "SimpleString": literals.lower_string,
    "ConcatenatedString": literals.lower_concatenation,
    "FormattedString": literals.lower_formatted,
    "TemplatedString": literals.lower_formatted,
    "Tuple": displays.lower_display,
    "List": displays.lower_display,
    "Set": displays.lower_display,
    "Dict": displays.lower_dict,
    "ListComp": displays.lower_comprehension,
    "SetComp": displays.lower_comprehension,
    "GeneratorExp": displays.lower_comprehension,
    "DictComp": displays.lower_dict_comprehension,
    "StarredDictComp": displays.lower_merging_comprehension,
    "StarredElement": expressions.lower_starred,
}
_STATEMENTS: Mapping[str, StatementHandler] = {
    "SimpleStatementLine": statements.lower_line,
    "Expr": statements.lower_expression,
    "Assign": statements.lower_assignment,
    "AnnAssign": statements.lower_annotated,
    "AugAssign": targets.lower_augmented,
    "Del": statements.lower_delete,
    "Pass": statements.lower_nothing,
    "Global": statements.lower_nothing,
    "Nonlocal": statements.lower_nothing,
    "Return": statements.lower_return,
    "Raise": statements.lower_raise,
    "Break": statements.lower_break,
    "Continue": statements.lower_continue,
    "Assert": statements.lower_assert,
    "TypeAlias": statements.lower_type_alias,
    "Import": statements.lower_import,
    "LazyImport": statements.lower_import,
    "ImportFrom": statements.lower_import_from,
    "LazyImportFrom": statements.lower_import_from,
    "If": control.lower_if,
    "While": control.lower_while,
    "For": control.lower_for,
    "Try": control.lower_try,
    "TryStar": control.lower_try,
    "With": control.lower_with,
    "Match": patterns.lower_match,
    "FunctionDef": functions.lower_function,
    "ClassDef": functions.lower_class,
}


def lower_module(source: SourceText, name: str) -> ir.Module:
    """Parse and lower one file; `name` is its module name. Raises SourceError."""
    with parsing_limits():
        parsed = parse(source)
        try:
            return lower_parsed(parsed, source, name)
        except RecursionError:
            raise SourceError(source.path, "nested too deeply") from None


def lower_parsed(parsed: ParsedModule, source: SourceText, name: str) -> ir.Module:
    """Lower a parsed file."""
    tree = parsed.tree
    scopes = ScopeCollector(source.text, build_layouts())
    unit = Unit(parsed.positions, scopes, _by_class(_EXPRESSIONS), _by_class(_STATEMENTS))
    frame = Frame(unit, None, "module", "<module>", scopes.collect_module(tree))
    frame.statements(tree.body)
    body = functions.finish(frame, frame.span(tree), ())
    return ir.Module(
        path=source.path,
        name=name,
        body=body,
        functions=tuple(sorted(unit.functions, key=lambda function: function.span)),
        uses={path: frozenset(names) for path, names in unit.uses.items()},
        has_main_guard=any(_is_main_guard(statement) for statement in tree.body),
    )


def _by_class(handlers: Mapping[str, Any]) -> dict[type[cst.CSTNode], Any]:
    """Handlers by node class; not every supported libcst has every class."""
    classes = {name: getattr(cst, name, None) for name in handlers}
    return {kind: handlers[name] for name, kind in classes.items() if kind is not None}


def _is_main_guard(node: cst.CSTNode) -> bool:
    """if __name__ == "__main__", either way round."""
    if not (isinstance(node, cst.If) and isinstance(node.test, cst.Comparison)):
        return False
    operands = [node.test.left, *(link.comparator for link in node.test.comparisons)]
    names = [operand.value for operand in operands if isinstance(operand, cst.Name)]
    texts = [literals.evaluate_string(operand) for operand in operands if isinstance(operand, cst.SimpleString)]
    return names == ["__name__"] and texts == ["__main__"]
