"""Tries detach() on every expression of a program by execution."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from types import CodeType

from tests.differential.oracle.execute import CUT
from tests.differential.oracle.sites import PROGRAM_FILE


@dataclass(frozen=True, slots=True)
class Instrumented:
    """A program all of whose expressions can be cut; `lines[i]` is the line of expression number i."""

    code: CodeType
    lines: tuple[int, ...]


class _Wrapper(ast.NodeTransformer):
    def __init__(self) -> None:
        self.lines: list[int] = []

    def _wrap(self, node: ast.expr) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            return node
        number = len(self.lines)
        self.lines.append(node.lineno)
        name = ast.copy_location(ast.Name(CUT, ast.Load()), node)
        wrapped = ast.Call(name, [ast.copy_location(ast.Constant(number), node), node], [])
        return ast.copy_location(wrapped, node)

    visit_Name = visit_Attribute = visit_Call = visit_Subscript = visit_BinOp = visit_UnaryOp = _wrap  # noqa: N815

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AugAssign:
        node.value = self.visit(node.value)
        return node


def instrument(text: str) -> Instrumented:
    """The program with each expression handed to the function named CUT, on the same lines."""
    wrapper = _Wrapper()
    tree = wrapper.visit(ast.parse(text))
    code = compile(tree, PROGRAM_FILE, "exec")
    return Instrumented(code, tuple(wrapper.lines))
