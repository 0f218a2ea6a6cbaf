"""What users write down of names: `net: nn.Module`, `opt: optim.Optimizer`, for parameters, fields and variables. Floor 2.

It counts as a use that shows the same, wherever the name stands in the file. Annotations are not evaluated: a class of the file
is a module if its bases say so, and another name if it says so itself.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from retain_lint.torch_api.vocabulary import CRITERIA, MODULE_TYPES, OPTIMIZER_TYPES

#: the uses that an annotation stands for
_MODULE, _OPTIMIZER = frozenset({"parameters"}), frozenset({"step", "zero_grad"})
#: what holds others of the kinds between its brackets, or says more of the first
_HOLDERS = frozenset(
    "Annotated ClassVar Final Optional Required Union Dict List Mapping MutableMapping MutableSequence Sequence Tuple dict list "
    "tuple".split()
)


def read_annotations(tree: ast.Module, text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The names of a file that annotations show to be modules or optimisers, each with the uses that show the same."""
    if not any(word in text for word in (*MODULE_TYPES, *OPTIMIZER_TYPES)):
        return
    own = _own_modules(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation is not None:
            yield from _show(node.arg, node.annotation, own)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, (ast.Name, ast.Attribute)):
            name = node.target.id if isinstance(node.target, ast.Name) else node.target.attr
            yield from _show(name, node.annotation, own)


def _show(name: str, annotation: ast.expr, own: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
    types = set(_types_in(annotation))
    if types & OPTIMIZER_TYPES:
        yield name, _OPTIMIZER
    elif types & (MODULE_TYPES | own) and not any(word in name.lower() for word in CRITERIA):
        yield name, _MODULE


def _own_modules(tree: ast.Module) -> frozenset[str]:
    """The classes of the file that derive from a module, a base before those that derive from it."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and found.union(MODULE_TYPES).intersection(*[map(_last_name, node.bases)]):
            found.add(node.name)
    return frozenset(found)


def _types_in(annotation: ast.expr) -> Iterator[str]:
    """The last names of the types that a value may have, or its elements."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        try:
            yield from _types_in(ast.parse(annotation.value, mode="eval").body)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return
    elif isinstance(annotation, ast.BinOp):
        if not isinstance(annotation.op, ast.BitOr):
            return
        yield from _types_in(annotation.left)
        yield from _types_in(annotation.right)
    elif isinstance(annotation, ast.Subscript):
        inside = annotation.slice
        if _last_name(annotation.value) in _HOLDERS:
            for part in inside.elts if isinstance(inside, ast.Tuple) else [inside]:
                yield from _types_in(part)
    else:
        yield _last_name(annotation)


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
