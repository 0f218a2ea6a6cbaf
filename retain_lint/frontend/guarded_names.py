"""Names that an `if` in a loop assigns, and that are read under the same condition alone. Floor 2.

    for x in loader:
        if options.adversarial > 0:
            other = net(attack(x))
        loss = criterion(net(x))
        if options.adversarial > 0:
            loss = loss + criterion(other)

Where the condition does not hold, `other` is dead until the next assignment: what an earlier iteration left there is read by
nobody. Joined paths, which no longer know the condition, would take it for a graph that is entered again.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

LOOPS = (ast.For, ast.AsyncFor, ast.While)
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
#: what a condition may be made of, to hold again when it is asked again
_PURE = (ast.Name, ast.Attribute, ast.Constant, ast.Compare, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Subscript)
#: branches looked at in one suite: each costs a walk over what follows it
MOST_BRANCHES = 40
_PARTS = (*_PURE, ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context)


def find_guarded(code: Sequence[ast.stmt]) -> dict[int, tuple[str, ...]]:
    """By the identity of the `if`: the names that are dead where its condition does not hold."""
    suites = [suite for suite in _suites_in_loops(code, False) if _repeat_conditions(suite)]
    if not suites:
        return {}
    loaded = Counter(_loads(code))
    found = (
        (id(node), _find_dead(node, suite[place + 1 :], loaded)) for suite in suites for place, node in _ifs(suite)
    )
    return {number: names for number, names in found if names}


def _suites_in_loops(code: Sequence[ast.stmt], inside: bool) -> Iterator[Sequence[ast.stmt]]:
    if inside:
        yield code
    for statement in code:
        if not isinstance(statement, SCOPES):
            for name in ("body", "orelse", "finalbody"):
                yield from _suites_in_loops(getattr(statement, name, ()), inside or isinstance(statement, LOOPS))


def _ifs(suite: Sequence[ast.stmt]) -> Iterator[tuple[int, ast.If]]:
    branches = ((place, statement) for place, statement in enumerate(suite) if isinstance(statement, ast.If))
    for place, branch in islice(branches, MOST_BRANCHES):
        if is_pure(branch.test):
            yield place, branch


def is_pure(test: ast.expr) -> bool:
    """Does a condition only read variables, attributes and items?"""
    return all(isinstance(part, _PARTS) for part in ast.walk(test))


def _repeat_conditions(suite: Sequence[ast.stmt]) -> bool:
    """Do several statements of a suite ask for something? Only then may one of them ask again."""
    asking = (any(isinstance(part, ast.If) for part in ast.walk(statement)) for statement in suite)
    return sum(asking) > 1 and any(True for _ in _ifs(suite))


def _find_dead(node: ast.If, later: Sequence[ast.stmt], loaded: Counter[str]) -> tuple[str, ...]:
    names = [name for name in _assigned_first(node.body) if name not in set(stores(node.orelse))]
    if not names or not _holds_again(node, later):
        return ()
    guard = ast.dump(node.test)
    read = Counter(_loads(node.body))
    read.update(name for statement in later for name in _loads_under(statement, guard))
    return tuple(name for name in names if loaded[name] == read[name])


def _assigned_first(body: Sequence[ast.stmt]) -> list[str]:
    """The names to which calls' results are assigned in any case, before anything else is done with them."""
    found: list[str] = []
    seen: set[str] = set()
    for statement in body:
        loads = set(_loads([statement]))
        if isinstance(statement, ast.Assign) and any(isinstance(part, ast.Call) for part in ast.walk(statement.value)):
            found += [name for name in stores(statement.targets) if name not in seen | loads]
        seen |= loads | set(stores([statement]))
    return found


def _holds_again(node: ast.If, later: Sequence[ast.stmt]) -> bool:
    """Is nothing assigned that the condition is about?"""
    changed = set(stores([*node.body, *node.orelse, *later]))
    names = {part.id for part in ast.walk(node.test) if isinstance(part, ast.Name)}
    attributes = {part.attr for part in ast.walk(node.test) if isinstance(part, ast.Attribute)}
    return changed.isdisjoint(names | attributes)


def _loads_under(node: ast.AST, guard: str) -> Iterator[str]:
    """The names read where the condition holds for sure."""
    if isinstance(node, ast.If) and guard in conjuncts(node.test):
        yield from _loads(node.body)
        return
    for child in ast.iter_child_nodes(node) if not isinstance(node, SCOPES) else ():
        yield from _loads_under(child, guard)


def conjuncts(test: ast.expr) -> list[str]:
    """A condition, and the parts that hold where it does, as texts to be compared."""
    parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else []
    return [ast.dump(part) for part in (test, *parts)]


def _loads(code: Sequence[ast.AST]) -> Iterator[str]:
    return (
        part.id
        for node in code
        for part in ast.walk(node)
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Store)
    )


def stores(code: Sequence[ast.AST]) -> Iterator[str]:
    """The names of variables and attributes that are assigned, or deleted."""
    for part in (part for node in code for part in ast.walk(node)):
        if isinstance(part, (ast.Name, ast.Attribute)) and not isinstance(part.ctx, ast.Load):
            yield part.id if isinstance(part, ast.Name) else part.attr
