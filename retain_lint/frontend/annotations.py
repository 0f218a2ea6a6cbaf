"""What users write down of names: `net: nn.Module`, `opt: optim.Optimizer`, for parameters, fields and variables. Floor 2.

It counts as a use that shows the same, wherever the name stands in the file. Annotations are not evaluated: a class of the file
is a module if its bases say so, and another name if it says so itself.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from retain_lint.torch_api.vocabulary import (
    CRITERIA,
    ELEMENTS,
    MODEL_LIBRARIES,
    MODEL_TYPES,
    MODULE_TYPES,
    OPTIMIZER,
    OPTIMIZER_TYPES,
    VALUES,
)

#: the uses that an annotation stands for
_MODULE, _OPTIMIZER = frozenset({"parameters"}), frozenset({"step", "zero_grad", OPTIMIZER})
_NOTHING = frozenset[str]()
#: what says more of the type between its brackets, or holds others of it, by what that shows of the others
_HOLDERS = {
    **dict.fromkeys("Annotated ClassVar Final Optional Required Union".split(), _NOTHING),
    **dict.fromkeys(
        "Collection Iterable List MutableSequence Sequence Tuple list tuple".split(), frozenset({ELEMENTS})
    ),
    **dict.fromkeys("Dict Mapping MutableMapping OrderedDict dict".split(), frozenset({VALUES})),
}
#: modules that hold others
_OF_MODULES = {
    "ModuleList": frozenset({ELEMENTS}),
    "Sequential": frozenset({ELEMENTS}),
    "ModuleDict": frozenset({VALUES}),
}


def read_annotations(tree: ast.Module, text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The names of a file that annotations show to be modules or optimisers, each with the uses that show the same."""
    if not any(word in text for word in (*MODULE_TYPES, *OPTIMIZER_TYPES, *MODEL_LIBRARIES)):
        return
    own = _own_modules(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation is not None:
            yield from _show(node.arg, node.annotation, own)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, (ast.Name, ast.Attribute)):
            name = node.target.id if isinstance(node.target, ast.Name) else node.target.attr
            yield from _show(name, node.annotation, own)


def _show(name: str, annotation: ast.expr, own: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
    shown = _shown_by(annotation, own)
    if shown and not (
        shown >= _MODULE | _OPTIMIZER or shown >= _MODULE and any(word in name.lower() for word in CRITERIA)
    ):
        yield name, shown


def _own_modules(tree: ast.Module) -> frozenset[str]:
    """The classes of the file that derive from a module, a base before those that derive from it."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and found.union(MODULE_TYPES).intersection(*[map(_last_name, node.bases)]):
            found.add(node.name)
    return frozenset(found)


def _shown_by(annotation: ast.expr, own: frozenset[str]) -> frozenset[str]:
    """What a value is used like that has this type, or whose elements may have it."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        try:
            return _shown_by(ast.parse(annotation.value, mode="eval").body, own)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return _NOTHING
    if isinstance(annotation, ast.BinOp):
        is_union = isinstance(annotation.op, ast.BitOr)
        return _shown_by(annotation.left, own) | _shown_by(annotation.right, own) if is_union else _NOTHING
    if isinstance(annotation, ast.Subscript):
        return _shown_by_parts(_last_name(annotation.value), annotation.slice, own)
    name = _last_name(annotation)
    if name in OPTIMIZER_TYPES:
        return _OPTIMIZER
    is_module = name in MODULE_TYPES | own or MODEL_TYPES.fullmatch(name)
    return _MODULE | _OF_MODULES.get(name, _NOTHING) if is_module else _NOTHING


def _shown_by_parts(holder: str, inside: ast.expr, own: frozenset[str]) -> frozenset[str]:
    parts = inside.elts if isinstance(inside, ast.Tuple) else [inside]
    held = _HOLDERS.get(holder)
    if held is None:
        return _NOTHING
    shown = _NOTHING.union(*(_shown_by(part, own) for part in parts))
    return shown | held if shown >= _MODULE else shown


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
