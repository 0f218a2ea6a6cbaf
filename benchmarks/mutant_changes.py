"""The changes that make mutants: one small one at a place of a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
NAMES = {"any": "all", "all": "any", "min": "max", "max": "min"}


@dataclass(frozen=True)
class Change:
    """The kind of a change, and the place of its node: its number in the order of ast.walk."""

    kind: str
    number: int
    line: int

    def tree(self, source: str) -> ast.Module:
        """The changed module."""
        module = ast.parse(source)
        node = next(node for number, node in enumerate(ast.walk(module)) if number == self.number)
        _Apply(node, self.kind).visit(module)
        return ast.fix_missing_locations(module)

    def show(self, source: str) -> tuple[str, str]:
        """The first line that differs, before and after."""
        texts = (ast.unparse(module).splitlines() for module in (ast.parse(source), self.tree(source)))
        return next(((old.strip(), new.strip()) for old, new in zip(*texts, strict=False) if old != new), ("", ""))


class _Apply(ast.NodeTransformer):
    def __init__(self, target: ast.AST, kind: str) -> None:
        self.target, self.kind = target, kind

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self.target:
            return change_node(node, self.kind)
        return self.generic_visit(node)


def change_node(node: ast.AST, kind: str) -> ast.AST:
    """The node that stands in place of another."""
    if isinstance(node, ast.Compare):
        node.ops[0] = COMPARISONS[type(node.ops[0])]()
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.UnaryOp):
        return node.operand
    elif isinstance(node, ast.BinOp | ast.AugAssign):
        node.op = OPERATORS[type(node.op)]()
    elif isinstance(node, ast.Constant):
        return ast.copy_location(ast.Constant(change_value(node.value)), node)
    elif isinstance(node, ast.Name):
        node.id = NAMES[node.id]
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.comprehension):
        node.ifs[0] = ast.UnaryOp(ast.Not(), node.ifs[0])
    elif isinstance(node, ast.Return):
        node.value = ast.Constant(None)
    elif isinstance(node, ast.Continue):
        return ast.copy_location(ast.Break(), node)
    elif isinstance(node, ast.Break):
        return ast.copy_location(ast.Continue(), node)
    else:  # a call, or a store into something, left out
        return ast.copy_location(ast.Pass(), node)
    return node


def change_value(value: object) -> object:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"XX{value}"


def list_changes(module: ast.Module) -> Iterator[tuple[str, int, Change]]:
    """The changes inside the functions of a module, each with its outermost function's qualified name and first line."""
    numbers = {id(node): number for number, node in enumerate(ast.walk(module))}
    for name, function in _list_functions(module, ""):
        line = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
        body = function.body[1:] if ast.get_docstring(function) is not None else function.body
        for statement in body:
            for node, kind in _list_places(statement):
                yield name, line, Change(kind, numbers[id(node)], getattr(node, "lineno", statement.lineno))


def _list_functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield prefix + child.name, child
        elif isinstance(child, ast.ClassDef):
            yield from _list_functions(child, f"{prefix}{child.name}.")
        elif not isinstance(child, ast.expr):
            yield from _list_functions(child, prefix)


def _list_places(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    if _changes(node):
        yield node, type(node).__name__
    for name, value in ast.iter_fields(node):
        skipped = name in ("annotation", "returns") or isinstance(node, ast.JoinedStr) and name == "values"
        children = value if isinstance(value, list) else [value]
        for child in children:
            if isinstance(child, ast.AST) and (not skipped or isinstance(child, ast.FormattedValue)):
                yield from _list_places(child)


def _changes(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        return True
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    if isinstance(node, ast.BinOp | ast.AugAssign):
        return type(node.op) in OPERATORS
    if isinstance(node, ast.Constant):
        return isinstance(node.value, bool | int | str)
    if isinstance(node, ast.Name):
        return node.id in NAMES
    if isinstance(node, ast.comprehension):
        return bool(node.ifs)
    if isinstance(node, ast.Return):
        return node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None)
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    if isinstance(node, ast.Assign):
        return isinstance(node.targets[0], ast.Attribute | ast.Subscript)
    return isinstance(node, ast.BoolOp | ast.If | ast.IfExp | ast.While | ast.Continue | ast.Break)
