"""What users write down of names and results: `net: nn.Module`, `-> optim.Optimizer`. Floor 2.

Of parameters, fields and variables it counts as a use that shows the same, wherever the name stands in the file. Annotations are not
evaluated: a class of the file is a module if its bases say so, another name if it says so itself or stands for one that does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from retain_lint.frontend.newer_nodes import TypeAlias, TypeParameter
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


@dataclass(frozen=True, slots=True)
class TypeNames:
    """What the names of types mean in a file: `own`: its classes that are modules; `aliases`: what other names stand for.
    `silent`: no annotation there shows anything."""

    own: frozenset[str] = frozenset()
    aliases: Mapping[str, ast.expr] = field(default_factory=dict)
    silent: bool = True

    def shown_of(self, name: str, annotation: ast.expr) -> frozenset[str]:
        """What an annotation shows of a name, or of what a function of that name returns: the uses that show the same. Of what may
        be a module or an optimiser it shows nothing, nor of losses, which are modules without parameters."""
        if self.silent:
            return _NOTHING
        shown = _shown_by(annotation, self)
        is_loss = shown >= _MODULE and any(word in name.lower() for word in CRITERIA)
        return _NOTHING if is_loss or shown >= _MODULE | _OPTIMIZER else shown

    def without_alias(self, name: str) -> TypeNames:
        """The same, but that it does not lead back to itself."""
        return TypeNames(self.own, {alias: type_ for alias, type_ in self.aliases.items() if alias != name}, False)


def read_types(tree: ast.Module, text: str) -> TypeNames:
    """What the names of types mean in a file."""
    if not any(word in text for word in (*MODULE_TYPES, *OPTIMIZER_TYPES, *MODEL_LIBRARIES)):
        return TypeNames()
    return TypeNames(_own_modules(tree), dict(_read_aliases(tree)), False)


def read_annotations(tree: ast.Module, types: TypeNames) -> Iterator[tuple[str, frozenset[str]]]:
    """The names of a file that annotations show to be modules or optimisers, each with the uses that show the same."""
    for node in () if types.silent else ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation is not None:
            name, shown = node.arg, types.shown_of(node.arg, node.annotation)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, (ast.Name, ast.Attribute)):
            name = name_of(node.target)
            shown = types.shown_of(name, node.annotation)
        else:
            continue
        if shown:
            yield name, shown


def name_of(node: ast.expr) -> str:
    """The last name of a dotted one; empty for another expression."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _own_modules(tree: ast.Module) -> frozenset[str]:
    """The classes of the file that derive from a module, a base before those that derive from it."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and found.union(MODULE_TYPES).intersection(*[map(name_of, node.bases)]):
            found.add(node.name)
    return frozenset(found)


def _read_aliases(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The names that stand for types: `Net = nn.Module`, `type Net = nn.Module`, `T = TypeVar("T", bound=nn.Module)`, `[T: nn.Module]`."""
    for node in ast.walk(tree):
        if isinstance(node, TypeParameter) and node.bound is not None:
            yield node.name, node.bound
        elif isinstance(node, TypeAlias):
            yield node.name.id, node.value
    for node in tree.body:
        target = (
            node.targets[0]
            if isinstance(node, ast.Assign) and len(node.targets) == 1
            else getattr(node, "target", None)
        )
        value = getattr(node, "value", None)
        if isinstance(value, ast.Call):
            bounds = [keyword.value for keyword in value.keywords if keyword.arg == "bound"]
            value = bounds[0] if bounds and name_of(value.func) == "TypeVar" else None
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(target, ast.Name) and value is not None:
            yield target.id, value


def _shown_by(annotation: ast.expr, types: TypeNames) -> frozenset[str]:
    """What a value is used like that has this type, or whose elements may have it."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        try:
            return _shown_by(ast.parse(annotation.value, mode="eval").body, types)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return _NOTHING
    if isinstance(annotation, ast.BinOp):
        is_union = isinstance(annotation.op, ast.BitOr)
        return _shown_by(annotation.left, types) | _shown_by(annotation.right, types) if is_union else _NOTHING
    if isinstance(annotation, ast.Subscript):
        return _shown_by_parts(name_of(annotation.value), annotation.slice, types)
    if isinstance(annotation, ast.Name) and annotation.id in types.aliases:
        return _shown_by(types.aliases[annotation.id], types.without_alias(annotation.id))
    name = name_of(annotation)
    if name in OPTIMIZER_TYPES:
        return _OPTIMIZER
    is_module = name in MODULE_TYPES | types.own or MODEL_TYPES.fullmatch(name)
    return _MODULE | _OF_MODULES.get(name, _NOTHING) if is_module else _NOTHING


def _shown_by_parts(holder: str, inside: ast.expr, types: TypeNames) -> frozenset[str]:
    parts = inside.elts if isinstance(inside, ast.Tuple) else [inside]
    held = _HOLDERS.get(holder)
    if held is None:
        return _NOTHING
    shown = _NOTHING.union(*(_shown_by(part, types) for part in parts))
    return shown | held if shown >= _MODULE else shown
