"""Attributes that a method assigns under an option of its object, and that are read under the same option alone. Floor 2.

    def forward(self):
        self.fake = self.net(self.real)
        if self.options.mirrored:
            self.mirror = self.net(-self.real)

    def loss(self):
        loss = self.fake.mean()
        if self.options.mirrored:
            loss = loss + self.mirror.mean()
        return loss

As with variables (guarded_names.py): without the option nobody reads what is there.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from retain_lint.frontend.guarded_names import conjuncts, is_pure

SELF = "self"
#: a file that asks its objects for options less often has nothing of the kind
_ASKING = re.compile(r"\bif self\.")
#: branches looked at in one class: each costs a walk over it
_MOST_BRANCHES = 40


def find_guarded_attributes(tree: ast.Module, text: str) -> dict[int, tuple[str, ...]]:
    """By the identity of the `if`: the attributes of `self` that are dead where its condition does not hold."""
    if len(_ASKING.findall(text)) < 2:
        return {}
    loaded = Counter(_loads([tree]))
    classes = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    found = (dead for cls in classes for dead in _find_dead_in(cls, loaded))
    return {id(branch): names for branch, names in found if names}


def _find_dead_in(cls: ast.ClassDef, loaded: Counter[str]) -> Iterator[tuple[ast.If, tuple[str, ...]]]:
    """The branches of a class that ask for an option and assign attributes, with those that are dead where it does not hold."""
    methods = [method for method in cls.body if isinstance(method, ast.FunctionDef) and method.name != "__init__"]
    branches = [node for method in methods for node in ast.walk(method) if isinstance(node, ast.If)]
    assigning = [(branch, names) for branch in branches if (names := _assigned_first(branch.body))]
    asking = [(branch, names) for branch, names in assigning if _asks_for_option(branch.test)][:_MOST_BRANCHES]
    if not asking:
        return
    stored, changed = _stores([cls]), _stores(methods).keys()
    for branch, names in asking:
        if changed.isdisjoint(a.attr for a in _attributes([branch.test])):
            yield branch, _find_dead(branch, names, cls, loaded, stored)


def _asks_for_option(test: ast.expr) -> bool:
    names = [part.id for part in ast.walk(test) if isinstance(part, ast.Name)]
    return is_pure(test) and bool(names) and all(name == SELF for name in names)


def _find_dead(
    branch: ast.If, names: list[str], cls: ast.ClassDef, loaded: Counter[str], stored: Counter[str]
) -> tuple[str, ...]:
    guard = ast.dump(branch.test)
    read = Counter(name for node in _guarded_by(cls, guard) for name in _loads(node.body))
    within = _stores(branch.body)
    return tuple(name for name in names if loaded[name] == read[name] and stored[name] == within[name])


def _guarded_by(node: ast.AST, guard: str) -> Iterator[ast.If]:
    """The outermost branches where the condition holds for sure."""
    if isinstance(node, ast.If) and guard in conjuncts(node.test):
        yield node
        return
    for child in ast.iter_child_nodes(node):
        yield from _guarded_by(child, guard)


def _assigned_first(body: Sequence[ast.stmt]) -> list[str]:
    """The attributes of `self` to which calls' results are assigned in any case, before anything else is done with them."""
    found: list[str] = []
    seen: set[str] = set()
    for statement in body:
        loads = set(_loads([statement]))
        if isinstance(statement, ast.Assign) and any(isinstance(part, ast.Call) for part in ast.walk(statement.value)):
            found += [
                target.attr for target in statement.targets if _is_own(target) and target.attr not in seen | loads
            ]
        seen |= {attribute.attr for attribute in _attributes([statement])}
    return found


def _is_own(target: ast.AST) -> TypeGuard[ast.Attribute]:
    return isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == SELF


def _loads(code: Sequence[ast.AST]) -> Iterator[str]:
    return (attribute.attr for attribute in _attributes(code) if isinstance(attribute.ctx, ast.Load))


def _stores(code: Sequence[ast.AST]) -> Counter[str]:
    return Counter(attribute.attr for attribute in _attributes(code) if not isinstance(attribute.ctx, ast.Load))


def _attributes(code: Sequence[ast.AST]) -> Iterator[ast.Attribute]:
    return (part for node in code for part in ast.walk(node) if isinstance(part, ast.Attribute))
