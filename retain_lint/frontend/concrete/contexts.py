"""Whether names, attributes and items are read, assigned or deleted, as Python's parser writes it into their nodes. Floor 2."""

from __future__ import annotations

import ast

_TARGET = ("target", "targets", "optional_vars")
_PARTS = (ast.Name, ast.Attribute, ast.Subscript)


def set_contexts(tree: ast.Module) -> ast.Module:
    """The tree, in which everything was read until now."""
    for node in ast.walk(tree):
        context: type[ast.expr_context] = ast.Del if isinstance(node, ast.Delete) else ast.Store
        for name in _TARGET:
            found = getattr(node, name, None)
            for target in found if isinstance(found, list) else [found]:
                _set_context(target, context)
    return tree


def _set_context(target: ast.AST | None, context: type[ast.expr_context]) -> None:
    if isinstance(target, _PARTS):
        target.ctx = context()
    elif isinstance(target, (ast.Tuple, ast.List)):
        target.ctx = context()
        for part in target.elts:
            _set_context(part, context)
    elif isinstance(target, ast.Starred):
        target.ctx = context()
        _set_context(target.value, context)
