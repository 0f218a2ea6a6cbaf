"""Names that a function assigns under one condition alone, of which nothing changes while it runs. Floor 2.

    for anchor, other in loader:
        out = net(anchor)
        if triplets:
            negative = net(other)
        if options.kind == "random":
            loss = distance(out, negative)

Where the condition does not hold, it never did: the name is unbound, and who reads it there raises NameError. Joined paths, which no
longer know the condition, would take what an earlier iteration left for a graph that is entered again.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeGuard

from retain_lint.frontend.guarded_names import LOOPS, MOST_BRANCHES, SCOPES, is_pure, stores

#: what holds options, which nobody changes during training
_OPTIONS = frozenset("args cfg conf config configs flags FLAGS hparams hps opt option options opts params".split())


def find_conditional(code: Sequence[ast.stmt], outer: Iterable[str]) -> dict[int, tuple[str, ...]]:
    """By the identity of the `if`: the names that are unbound where its condition does not hold. `outer` are those that may be
    bound by others: parameters, globals."""
    branches = list(islice(_branches_in_loops(code, False), MOST_BRANCHES))
    if not branches:
        return {}
    stored, others = Counter(stores(code)), set(outer)
    within: dict[str, Counter[str]] = {}
    for branch in branches:
        if is_pure(branch.test) and _is_constant(branch.test, stored):
            within.setdefault(ast.dump(branch.test), Counter()).update(stores(branch.body))
    return {
        id(branch): tuple(name for name in sorted(set(_results(branch.body)) - others) if stored[name] == own[name])
        for branch in branches
        if (own := within.get(ast.dump(branch.test))) is not None
    }


def _branches_in_loops(code: Iterable[ast.AST], inside: bool) -> Iterator[ast.If]:
    """The outermost branches in the loops of a scope."""
    for node in code:
        if isinstance(node, ast.If) and inside:
            yield node
            yield from _branches_in_loops(node.orelse, inside)
        elif isinstance(node, (ast.stmt, ast.ExceptHandler)) and not isinstance(node, SCOPES):
            yield from _branches_in_loops(ast.iter_child_nodes(node), inside or isinstance(node, LOOPS))


def _is_constant(test: ast.expr, stored: Counter[str]) -> bool:
    """Is it made of names that the function does not assign, and of options?"""
    parts = list(ast.walk(test))
    names = [part.id for part in parts if isinstance(part, ast.Name)]
    attributes = [part for part in parts if isinstance(part, ast.Attribute)]
    return (
        bool(names)
        and not any(isinstance(part, ast.Subscript) for part in parts)
        and all(stored[name] < 1 for name in [*names, *(part.attr for part in attributes)])
        and all(_is_option(part) for part in attributes)
    )


def _is_option(part: ast.Attribute) -> bool:
    """Is it an attribute of options, or the options among the attributes of an object?"""
    holder = part.value
    names = {part.attr, holder.attr if isinstance(holder, ast.Attribute) else getattr(holder, "id", "")}
    return not names.isdisjoint(_OPTIONS)


def _results(body: Sequence[ast.stmt]) -> Iterator[str]:
    """The names to which calls' results are assigned."""
    for statement in body:
        for part in ast.walk(statement):
            if isinstance(part, ast.Assign) and any(isinstance(node, ast.Call) for node in ast.walk(part.value)):
                yield from (node.id for target in part.targets for node in ast.walk(target) if _is_variable(node))


def _is_variable(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
