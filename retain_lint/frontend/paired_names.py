"""Parameters that are called after one another, `def train(G, D, opt_G, opt_D)`: what has an optimiser of its own is a module. Floor 2."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from retain_lint.torch_api.vocabulary import CRITERIA

_OPTIMIZER = "opt|optim|optimizer|optimiser"
#: is in all of these: to look for a pair in a long text would take the square of its length
_WORD = "opt"
_PAIRED = re.compile(rf"(?:{_OPTIMIZER})_(?P<behind>\w+)|(?P<before>\w+)_(?:{_OPTIMIZER})")
#: the use that a module has
_MODULE = frozenset({"parameters"})


def read_pairs(tree: ast.Module, text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The parameters of functions beside which an optimiser of theirs is given, each with the use that shows a module."""
    for node in ast.walk(tree) if _WORD in text else ():
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
            owned = {_owner_in(name) for name in names}
            yield from ((name, _MODULE) for name in names if name.lower() in owned and not _is_loss(name))


def _owner_in(name: str) -> str | None:
    """Whose optimiser it is, by its name."""
    found = _PAIRED.fullmatch(name)
    return None if found is None else (found["behind"] or found["before"]).lower()


def _is_loss(name: str) -> bool:
    return any(word in name.lower() for word in CRITERIA)
