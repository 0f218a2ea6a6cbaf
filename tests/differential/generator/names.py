"""Which names statements read and write, and how a name is written otherwise."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

Statements = list[ast.stmt]


def names_in(statements: Iterable[ast.AST], kind: type[ast.expr_context]) -> set[str]:
    """The names that are read (ast.Load) or written (ast.Store); `x += 1` does both. Variables of comprehensions do not count."""
    found: set[str] = set()
    for statement in statements:
        inner = {
            name.id
            for node in ast.walk(statement)
            if isinstance(node, ast.comprehension)
            for name in ast.walk(node.target)
            if isinstance(name, ast.Name)
        }
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, kind) and node.id not in inner:
                found.add(node.id)
            elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                found.add(node.target.id)
            elif isinstance(node, ast.FunctionDef) and kind is ast.Store:
                found.add(node.name)
    return found


def leaves_block(statements: Iterable[ast.stmt]) -> bool:
    """Whether something in them ends an iteration or the function."""
    kinds = (ast.Continue, ast.Break, ast.Return)
    return any(isinstance(node, kinds) for statement in statements for node in ast.walk(statement))


class _Rewriter(ast.NodeTransformer):
    def __init__(self, write: dict[str, Callable[[ast.expr_context], ast.expr]]) -> None:
        self.write = write

    def visit_Name(self, node: ast.Name) -> ast.expr:  # noqa: N802
        return self.write[node.id](node.ctx) if node.id in self.write else node


def rewrite_names(statements: Statements, texts: dict[str, str]) -> Statements:
    """The statements with each name in `texts` written as that expression (`self.net`, `nets['net']`)."""

    def writer(text: str) -> Callable[[ast.expr_context], ast.expr]:
        def write(context: ast.expr_context) -> ast.expr:
            expression = ast.parse(text, mode="eval").body
            expression.ctx = context  # type: ignore[attr-defined]
            return expression

        return write

    rewriter = _Rewriter({name: writer(text) for name, text in texts.items()})
    return [rewriter.visit(statement) for statement in statements]
