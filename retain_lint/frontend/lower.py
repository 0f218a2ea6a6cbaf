"""From a file's text to its IR: parse, then one walk over the tree. Floor 2.

The walk goes by tables, node class to handler; the handlers stand in the files beside this one, by kind of syntax.
"""

from __future__ import annotations

from collections.abc import Mapping

import libcst as cst

from retain_lint.frontend import definitions, displays, expressions, literals, patterns, statements
from retain_lint.frontend.frame import ExpressionHandler, Frame, StatementHandler, Unit
from retain_lint.frontend.layouts import build_layouts
from retain_lint.frontend.liveness import annotate
from retain_lint.frontend.parse import collector_paused, parse
from retain_lint.frontend.scopes import ScopeCollector
from retain_lint.frontend.text import SourceError, SourceText
from retain_lint.ir import model as ir
from retain_lint.source import Span

_EXPRESSIONS: Mapping[type[cst.CSTNode], ExpressionHandler] = {
    cst.Name: expressions.lower_name,
    cst.Attribute: expressions.lower_attribute,
    cst.Subscript: expressions.lower_subscript,
    cst.UnaryOperation: expressions.lower_unary,
    cst.BinaryOperation: expressions.lower_binary,
    cst.BooleanOperation: expressions.lower_boolean,
    cst.Comparison: expressions.lower_comparison,
    cst.IfExp: expressions.lower_conditional,
    cst.NamedExpr: expressions.lower_named,
    cst.Call: expressions.lower_call,
    cst.Await: expressions.lower_await,
    cst.Yield: expressions.lower_yield,
    cst.Lambda: definitions.lower_lambda,
    cst.Tuple: displays.lower_display,
    cst.List: displays.lower_display,
    cst.Set: displays.lower_display,
    cst.Dict: displays.lower_dict,
    cst.ListComp: displays.lower_comprehension,
    cst.SetComp: displays.lower_comprehension,
    cst.GeneratorExp: displays.lower_comprehension,
    cst.DictComp: displays.lower_dict_comprehension,
    cst.Integer: literals.lower_integer,
    cst.Float: literals.lower_float,
    cst.Imaginary: literals.lower_imaginary,
    cst.Ellipsis: literals.lower_ellipsis,
    cst.SimpleString: literals.lower_string,
    cst.ConcatenatedString: literals.lower_concatenation,
    cst.FormattedString: literals.lower_formatted,
}

_STATEMENTS: Mapping[type[cst.CSTNode], StatementHandler] = {
    cst.SimpleStatementLine: statements.lower_line,
    cst.Expr: statements.lower_expression_statement,
    cst.Assign: statements.lower_assign,
    cst.AnnAssign: statements.lower_annotated,
    cst.AugAssign: statements.lower_augmented_statement,
    cst.Del: statements.lower_delete,
    cst.Return: statements.lower_return,
    cst.Raise: statements.lower_raise,
    cst.Break: statements.lower_break,
    cst.Continue: statements.lower_continue,
    cst.Pass: statements.lower_nothing,
    cst.Global: statements.lower_nothing,
    cst.Nonlocal: statements.lower_nothing,
    cst.TypeAlias: statements.lower_nothing,
    cst.Assert: statements.lower_assert,
    cst.If: statements.lower_if,
    cst.For: statements.lower_for,
    cst.While: statements.lower_while,
    cst.Try: statements.lower_try,
    cst.TryStar: statements.lower_try,
    cst.With: statements.lower_with,
    cst.Match: patterns.lower_match,
    cst.Import: statements.lower_import,
    cst.ImportFrom: statements.lower_import_from,
    cst.FunctionDef: definitions.lower_function,
    cst.ClassDef: definitions.lower_class,
}


def lower_module(source: SourceText, name: str) -> ir.Module:
    """The IR of a file. Raises SourceError where it cannot be parsed."""
    parsed = parse(source)
    handlers = dict(_EXPRESSIONS)
    template = getattr(cst, "TemplatedString", None)  # libcst has it since 1.8.3
    if template is not None:
        handlers[template] = literals.lower_formatted
    scopes = ScopeCollector(source.text, build_layouts())
    unit = Unit(parsed.positions, scopes, handlers, _STATEMENTS)
    frame = Frame(unit, None, "module", name, scopes.collect_module(parsed.tree))
    with collector_paused():
        try:
            frame.statements(parsed.tree.body)
            return _close(frame, source, name)
        except RecursionError:
            raise SourceError(source.path, "nested too deeply") from None


def _close(frame: Frame, source: SourceText, name: str) -> ir.Module:
    unit = frame.unit
    always = frozenset(unit.global_names) & frame.scope.bound
    body = ir.Function(
        "<module>",
        "<module>",
        Span(1, 0, max(1, len(source.line_starts)), 0),
        (),
        annotate(ir.Block(tuple(frame.instructions)), always),
        frozenset(frame.scope.bound),
        always,
        frozenset(frame.mentions),
        "module",
    )
    uses = {path: frozenset(names) for path, names in unit.uses.items()}
    return ir.Module(source.path, name, body, tuple(unit.functions), uses, "__main__" in source.text)
