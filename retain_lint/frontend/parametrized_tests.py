"""Parameters of tests that pytest gives literals alone (`@pytest.mark.parametrize("scale", [0.1, 1.0])`). Floor 2."""

from __future__ import annotations

import ast
from collections.abc import Iterator

#: the decorator's name, behind whatever `pytest.mark` is called
_PARAMETRIZE = "parametrize"


def find_literal_names(decorators: list[ast.expr]) -> frozenset[str]:
    """The parameters for which each set of values is written out, as numbers, texts or None."""
    return frozenset(name for decorator in decorators for name in _names_given_literals(decorator))


def _names_given_literals(decorator: ast.expr) -> Iterator[str]:
    if not isinstance(decorator, ast.Call) or len(decorator.args) < 2:
        return
    function, (names, values) = decorator.func, decorator.args[:2]
    if not isinstance(function, ast.Attribute) or function.attr != _PARAMETRIZE:
        return
    if isinstance(values, (ast.List, ast.Tuple)) and all(_is_literal(value) for value in values.elts):
        yield from _read_names(names)


def _read_names(names: ast.expr) -> list[str]:
    """One name, several with commas between them, or a sequence of names."""
    parts = names.elts if isinstance(names, (ast.List, ast.Tuple)) else [names]
    texts = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return [name.strip() for text in texts for name in text.split(",")]


def _is_literal(value: ast.expr) -> bool:
    if isinstance(value, (ast.List, ast.Tuple)):
        return all(_is_literal(part) for part in value.elts)
    return isinstance(value.operand if isinstance(value, ast.UnaryOp) else value, ast.Constant)
