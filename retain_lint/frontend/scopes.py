"""Which names a function, class body or module binds, by Python's scope rules. Floor 2.

One walk over the statements of a scope; nested functions and classes are walked when their own scope is asked for.
Expressions are only entered in files that have assignment expressions, the one thing in them that binds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import libcst as cst

from retain_lint.frontend.layouts import Layout

_WALRUS = ":="
_GLOBAL = re.compile(r"\bglobal\b")


@dataclass(slots=True)
class Scope:
    """The names of one scope. `bound` excludes those declared global or nonlocal; `rebound` are the names that an
    assignment expression can change in the middle of another expression."""

    bound: set[str] = field(default_factory=set)
    globals: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)
    rebound: set[str] = field(default_factory=set)


class ScopeCollector:
    """Collects the scopes of one file."""

    def __init__(self, text: str, layouts: Mapping[type[Any], Layout]) -> None:
        self._has_walrus = _WALRUS in text
        self._has_global = _GLOBAL.search(text) is not None
        self._fields = {kind: _child_fields(layout) for kind, layout in layouts.items()}
        self._binders: dict[type[Any], Callable[[Any, Scope], None]] = _binders()

    def collect(self, node: cst.CSTNode | None, names: Iterable[str] = ()) -> Scope:
        """The scope whose code is `node` (a suite, a lambda's body) and that binds `names` as well (parameters)."""
        scope = Scope(set(names))
        self._walk(node, scope)
        scope.bound -= scope.globals | scope.nonlocals
        return scope

    def collect_module(self, tree: cst.Module) -> Scope:
        """The module's scope: names that functions declare global are bound in it too."""
        scope = self.collect(tree)
        if self._has_global:
            scope.bound.update(self._global_names(tree))
        return scope

    def _walk(self, value: Any, scope: Scope) -> None:
        if isinstance(value, (tuple, list)):
            for item in value:
                self._walk(item, scope)
            return
        if isinstance(value, cst.BaseExpression) and not self._has_walrus:
            return
        kind = value.__class__
        binder = self._binders.get(kind)
        if binder is not None:
            binder(value, scope)
        for name in _OUTER_FIELDS.get(kind) or self._fields.get(kind, ()):
            self._walk(getattr(value, name), scope)

    def _global_names(self, value: Any) -> Iterator[str]:
        if isinstance(value, (tuple, list)):
            for item in value:
                yield from self._global_names(item)
        elif isinstance(value, cst.Global):
            yield from (item.name.value for item in value.names)
        elif not isinstance(value, cst.BaseExpression):
            for name in self._fields.get(value.__class__, ()):
                yield from self._global_names(getattr(value, name))


# Of what opens a scope of its own, the parts that still belong to the surrounding one.
_OUTER_FIELDS: Mapping[type[Any], tuple[str, ...]] = {
    cst.FunctionDef: ("decorators", "params"),
    cst.ClassDef: ("decorators", "bases", "keywords"),
    cst.Lambda: ("params",),
}


def _child_fields(layout: Layout) -> tuple[str, ...]:
    parts = layout.before + layout.own + layout.after
    return tuple(part.field for part in parts if not part.tokens and part.field not in ("lpar", "rpar"))


def target_names(target: cst.CSTNode) -> Iterator[str]:
    """The names that an assignment to `target` binds."""
    if isinstance(target, cst.Name):
        yield target.value
    elif isinstance(target, (cst.Tuple, cst.List)):
        for element in target.elements:
            yield from target_names(element.value)
    elif isinstance(target, cst.StarredElement):
        yield from target_names(target.value)


def type_parameter_names(parameters: cst.TypeParameters | None) -> Iterator[str]:
    """The names in the brackets of `def f[T]()` and `class C[T]`."""
    if parameters is not None:
        yield from (parameter.param.name.value for parameter in parameters.params)


def alias_name(alias: cst.ImportAlias) -> str:
    """The name that one item of an import binds: `a` for `import a.b`."""
    if alias.asname is not None and isinstance(alias.asname.name, cst.Name):
        return alias.asname.name.value
    node: cst.BaseExpression = alias.name
    while isinstance(node, cst.Attribute):
        node = node.value
    return node.value if isinstance(node, cst.Name) else ""


def _binders() -> dict[type[Any], Callable[[Any, Scope], None]]:
    binders: dict[type[Any], Callable[[Any, Scope], None]] = {
        cst.AssignTarget: _bind_target,
        cst.AnnAssign: _bind_target,
        cst.AugAssign: _bind_target,
        cst.Del: _bind_target,
        cst.For: _bind_target,
        cst.AsName: _bind_as,
        cst.ImportAlias: _bind_alias,
        cst.FunctionDef: _bind_definition,
        cst.ClassDef: _bind_definition,
        cst.TypeAlias: _bind_definition,
        cst.MatchAs: _bind_definition,
        cst.MatchStar: _bind_definition,
        cst.MatchMapping: _bind_rest,
        cst.NamedExpr: _bind_walrus,
        cst.Global: _declare_global,
        cst.Nonlocal: _declare_nonlocal,
    }
    return binders


def _bind_target(node: Any, scope: Scope) -> None:
    scope.bound.update(target_names(node.target))


def _bind_as(node: cst.AsName, scope: Scope) -> None:
    scope.bound.update(target_names(node.name))


def _bind_alias(node: cst.ImportAlias, scope: Scope) -> None:
    scope.bound.add(alias_name(node))


def _bind_definition(node: Any, scope: Scope) -> None:
    if node.name is not None:
        scope.bound.add(node.name.value)


def _bind_rest(node: cst.MatchMapping, scope: Scope) -> None:
    if node.rest is not None:
        scope.bound.add(node.rest.value)


def _bind_walrus(node: cst.NamedExpr, scope: Scope) -> None:
    names = set(target_names(node.target))
    scope.bound |= names
    scope.rebound |= names


def _declare_global(node: cst.Global, scope: Scope) -> None:
    scope.globals.update(item.name.value for item in node.names)


def _declare_nonlocal(node: cst.Nonlocal, scope: Scope) -> None:
    scope.nonlocals.update(item.name.value for item in node.names)
