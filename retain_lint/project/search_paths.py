"""The folders that a file adds to `sys.path`, as its text shows them. Floor 3. Never executes user code.

Only their names are taken (`os.path.join(here, "..", "lib")` is `lib`): they are looked for in the folders above, as those of
packages are, whatever the working directory.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

#: how a path is added
_ADDING = frozenset({"append", "insert"})
_IMPORTS = re.compile(rb"^[ \t]*(?:import|from)[ \t]+(\w+)", re.MULTILINE)
_NO_NAMES = frozenset({"", ".", "..", "~"})
#: a name that is bound to a name that is bound ...
_MAX_DEPTH = 4

_Parts = tuple[str, ...]


def find_helpers(data: bytes) -> list[str]:
    """The modules that a file imports, by their first names: one that lies beside it may add to the path for it."""
    return [name.decode() for name in dict.fromkeys(_IMPORTS.findall(data))]


def find_added(data: bytes) -> list[_Parts]:
    """The folders that a file adds to the path, each as the names that lead to it."""
    if b"sys.path" not in data:
        return []
    try:
        tree = ast.parse(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    bound = dict(_bindings(tree))
    found = (_names_in(expression, bound) for expression in _added_to_path(tree))
    return list(dict.fromkeys(parts for parts in found if parts))


def _bindings(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value


def _added_to_path(tree: ast.Module) -> Iterator[ast.expr]:
    """What is added: the last argument of `sys.path.insert(0, x)`, and what a function is given that adds its parameter."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    yield from (call.args[-1] for call in calls if _adds(call))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    adders = {f.name for f in functions if any(_adds(c) for c in ast.walk(f) if isinstance(c, ast.Call))}
    yield from (call.args[-1] for call in calls if isinstance(call.func, ast.Name) and call.func.id in adders)


def _adds(call: ast.Call) -> bool:
    function = call.func
    if not isinstance(function, ast.Attribute) or function.attr not in _ADDING or not call.args:
        return False
    return ast.unparse(function.value) == "sys.path"


def _names_in(expression: ast.expr, bound: Mapping[str, ast.expr]) -> _Parts:
    """The names of folders in the texts of an expression, in their order; of an absolute path only the last."""
    texts = list(_texts_in(expression, bound, _MAX_DEPTH))
    parts = [part for text in texts for part in re.split(r"[\\/]+", text) if part not in _NO_NAMES]
    if any(not part.replace("-", "_").replace(".", "_").isidentifier() for part in parts):
        return ()
    return tuple(parts[-1:] if texts and texts[0].startswith(("/", "~")) else parts)


def _texts_in(expression: ast.expr, bound: Mapping[str, ast.expr], depth: int) -> Iterator[str]:
    if isinstance(expression, ast.Constant) and isinstance(expression.value, str):
        yield expression.value
    elif isinstance(expression, ast.Name):
        value = bound.get(expression.id)
        if value is not None and depth:
            yield from _texts_in(value, bound, depth - 1)
    else:
        for child in ast.iter_child_nodes(expression):
            if isinstance(child, ast.expr):
                yield from _texts_in(child, bound, depth)
