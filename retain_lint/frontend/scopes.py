"""Which names a function, class body or module binds, by Python's scope rules. Floor 2.

One walk over the statements of a scope; nested functions and classes are walked when their own scope is asked for.
Expressions are only entered in files that have assignment expressions, the one thing in them that binds.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from retain_lint.frontend.conditional_names import find_conditional
from retain_lint.frontend.guarded_names import find_guarded
from retain_lint.frontend.newer_nodes import TypeAlias

_WALRUS = ":="
_GLOBAL = re.compile(r"\bglobal\b")


@dataclass(slots=True)
class Scope:
    """The names of one scope. `bound` excludes those declared global or nonlocal; `rebound` are the names that an
    assignment expression can change in the middle of another expression. `guarded`: by the identity of an `if`, the names that
    are dead where its condition does not hold."""

    bound: set[str] = field(default_factory=set)
    globals: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)
    rebound: set[str] = field(default_factory=set)
    guarded: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


class ScopeCollector:
    """Collects the scopes of one file."""

    def __init__(self, text: str) -> None:
        self._has_walrus = _WALRUS in text
        self._has_global = _GLOBAL.search(text) is not None

    def collect(self, code: Sequence[ast.stmt] | ast.expr, names: Iterable[str] = ()) -> Scope:
        """The scope of some code (a suite, a lambda's body) that binds `names` as well (parameters)."""
        scope = Scope(set(names))
        self._walk(code, scope)
        scope.bound -= scope.globals | scope.nonlocals
        if isinstance(code, list):
            scope.guarded = _find_dead(code, {*names, *scope.globals, *scope.nonlocals})
        return scope

    def collect_module(self, tree: ast.Module) -> Scope:
        """The module's scope: names that functions declare global are bound in it too."""
        scope = self.collect(tree.body)
        if self._has_global:
            scope.bound.update(self._global_names(tree.body))
        return scope

    def _walk(self, value: Any, scope: Scope) -> None:
        if isinstance(value, list):
            for item in value:
                self._walk(item, scope)
        elif isinstance(value, ast.AST) and (self._has_walrus or not isinstance(value, ast.expr)):
            kind = value.__class__
            binder = _BINDERS.get(kind)
            if binder is not None:
                binder(value, scope)
            for name in _OUTER_FIELDS.get(kind, value._fields):
                self._walk(getattr(value, name, None), scope)

    def _global_names(self, value: Any) -> Iterator[str]:
        if isinstance(value, list):
            for item in value:
                yield from self._global_names(item)
        elif isinstance(value, ast.Global):
            yield from value.names
        elif isinstance(value, ast.AST) and not isinstance(value, ast.expr):
            for name in value._fields:
                yield from self._global_names(getattr(value, name, None))


def _find_dead(code: list[ast.stmt], outer: set[str]) -> dict[int, tuple[str, ...]]:
    guarded, conditional = find_guarded(code), find_conditional(code, outer)
    return {
        branch: tuple(dict.fromkeys((*guarded.get(branch, ()), *conditional.get(branch, ()))))
        for branch in guarded.keys() | conditional.keys()
    }


# Of what opens a scope of its own, the parts that still belong to the surrounding one.
_OUTER_FIELDS: Mapping[type[Any], tuple[str, ...]] = {
    ast.FunctionDef: ("decorator_list", "args"),
    ast.AsyncFunctionDef: ("decorator_list", "args"),
    ast.ClassDef: ("decorator_list", "bases", "keywords"),
    ast.Lambda: ("args",),
}


def target_names(target: ast.AST) -> Iterator[str]:
    """The names that an assignment to `target` binds."""
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, (ast.Tuple, ast.List)):
        for element in target.elts:
            yield from target_names(element)
    elif isinstance(target, ast.Starred):
        yield from target_names(target.value)


def type_parameter_names(node: ast.stmt) -> list[str]:
    """The names in the brackets of `def f[T]()` and `class C[T]`."""
    return [parameter.name for parameter in getattr(node, "type_params", ())]


def alias_name(alias: ast.alias) -> str:
    """The name that one item of an import binds: `a` for `import a.b`."""
    return alias.asname or alias.name.partition(".")[0]


def _bind_target(node: Any, scope: Scope) -> None:
    scope.bound.update(target_names(node.target))


def _bind_targets(node: Any, scope: Scope) -> None:
    for target in node.targets:
        scope.bound.update(target_names(target))


def _bind_item(node: ast.withitem, scope: Scope) -> None:
    if node.optional_vars is not None:
        scope.bound.update(target_names(node.optional_vars))


def _bind_alias(node: ast.alias, scope: Scope) -> None:
    if node.name != "*":
        scope.bound.add(alias_name(node))


def _bind_name(node: Any, scope: Scope) -> None:
    if node.name is not None:
        scope.bound.add(node.name)


def _bind_type(node: Any, scope: Scope) -> None:
    scope.bound.add(node.name.id)


def _bind_rest(node: ast.MatchMapping, scope: Scope) -> None:
    if node.rest is not None:
        scope.bound.add(node.rest)


def _bind_walrus(node: ast.NamedExpr, scope: Scope) -> None:
    scope.bound.add(node.target.id)
    scope.rebound.add(node.target.id)


def _declare_global(node: ast.Global, scope: Scope) -> None:
    scope.globals.update(node.names)


def _declare_nonlocal(node: ast.Nonlocal, scope: Scope) -> None:
    scope.nonlocals.update(node.names)


_BINDERS: Mapping[type[Any], Callable[[Any, Scope], None]] = {
    ast.Assign: _bind_targets,
    ast.AnnAssign: _bind_target,
    ast.AugAssign: _bind_target,
    ast.Delete: _bind_targets,
    ast.For: _bind_target,
    ast.AsyncFor: _bind_target,
    ast.withitem: _bind_item,
    ast.ExceptHandler: _bind_name,
    ast.alias: _bind_alias,
    ast.FunctionDef: _bind_name,
    ast.AsyncFunctionDef: _bind_name,
    ast.ClassDef: _bind_name,
    TypeAlias: _bind_type,
    ast.MatchAs: _bind_name,
    ast.MatchStar: _bind_name,
    ast.MatchMapping: _bind_rest,
    ast.NamedExpr: _bind_walrus,
    ast.Global: _declare_global,
    ast.Nonlocal: _declare_nonlocal,
}
