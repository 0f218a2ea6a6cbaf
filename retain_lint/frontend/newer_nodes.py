"""Kinds of nodes that `ast` has only under newer Pythons: its own class, or one with the same fields in its stead. Floor 2."""

from __future__ import annotations

import ast
from typing import Any


def _node(name: str, base: type[ast.AST], *fields: str) -> Any:
    """The class of that name in `ast`; where it has none, one of ours."""
    return getattr(ast, name, None) or type(name, (base,), {"_fields": fields})


TryStar: Any = _node("TryStar", ast.stmt, "body", "handlers", "orelse", "finalbody")
TypeAlias: Any = _node("TypeAlias", ast.stmt, "name", "type_params", "value")
TypeParameter: Any = _node("TypeVar", ast.AST, "name", "bound")
TemplateStr: Any = _node("TemplateStr", ast.expr, "values")
Interpolation: Any = _node("Interpolation", ast.expr, "value", "str", "conversion", "format_spec")
#: a literal whose value Python does not compute, such as a number of too many digits
Uncomputed: Any = _node("Uncomputed", ast.expr)
