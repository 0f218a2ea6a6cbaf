"""Makes a program smaller while it keeps showing a disagreement: statements go, blocks are opened, expressions become their parts.

Invariant: every text that is tried is a program in the normal layout of `ast.unparse`.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_BLOCKS = ("body", "orelse", "finalbody")


@dataclass(frozen=True, slots=True)
class _Place:
    """A statement: the number of its parent in walking order, the block and the index in it."""

    parent: int
    block: str
    index: int


def reduce_program(text: str, shows: Callable[[str], bool], tries: int = 600) -> str:
    """The smallest program found from `text` in at most `tries` calls of `shows`, which says whether a text still shows the fact."""
    text = _normal(ast.parse(text)) or text
    left = tries
    changed = True
    while changed and left > 0:
        changed = False
        for candidates in (_without_statements, _with_simpler_expressions):
            skip = 0
            while left > 0:
                smaller, skip, used = _first_that_shows(text, candidates, shows, skip, left)
                left -= used
                if smaller is None:
                    break
                text, changed = smaller, True
    return text


def _first_that_shows(
    text: str,
    candidates: Callable[[ast.Module], Iterator[ast.Module]],
    shows: Callable[[str], bool],
    skip: int,
    left: int,
) -> tuple[str | None, int, int]:
    """The next smaller text that shows the fact, its number, and how many were tried; earlier failures are not repeated."""
    used = 0
    for number, tree in enumerate(candidates(ast.parse(text))):
        if number < skip:
            continue
        smaller = _normal(tree)
        if smaller is None or len(smaller) >= len(text):
            continue
        used += 1
        if shows(smaller):
            return smaller, number, used
        if used >= left:
            break
    return None, 0, used


def _normal(tree: ast.Module) -> str | None:
    try:
        text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        compile(text, "<reduced>", "exec")
    except (SyntaxError, ValueError):
        return None
    return text


def _places(tree: ast.Module) -> list[_Place]:
    found = []
    for number, node in enumerate(ast.walk(tree)):
        for block in _BLOCKS:
            statements = getattr(node, block, None)
            if isinstance(statements, list):
                found += [_Place(number, block, index) for index in range(len(statements))]
    return found


def _size(tree: ast.Module, place: _Place) -> int:
    statements: list[ast.stmt] = getattr(list(ast.walk(tree))[place.parent], place.block)
    return sum(isinstance(node, ast.stmt) for node in ast.walk(statements[place.index]))


def _without_statements(tree: ast.Module) -> Iterator[ast.Module]:
    """Each program with one statement less, or with a compound statement's body in its place; large ones first, then the last."""
    for place in sorted(reversed(_places(tree)), key=lambda place: -_size(tree, place)):
        for bodies in (False, True):
            smaller = copy.deepcopy(tree)
            parent = list(ast.walk(smaller))[place.parent]
            statements = getattr(parent, place.block)
            inner = [s for block in _BLOCKS for s in getattr(statements[place.index], block, [])] if bodies else []
            if bodies and not inner:
                continue
            statements[place.index : place.index + 1] = inner
            if not statements and place.block == "body" and not isinstance(parent, ast.Module):
                statements.append(ast.Pass())
            yield smaller


def _with_simpler_expressions(tree: ast.Module) -> Iterator[ast.Module]:
    """Each program with one expression replaced by a part of it, or with an argument, an element or an operand less."""
    for number, node in enumerate(ast.walk(tree)):
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr) and isinstance(getattr(value, "ctx", ast.Load()), ast.Load):
                for part in _parts(value):
                    smaller = copy.deepcopy(tree)
                    setattr(list(ast.walk(smaller))[number], field, copy.deepcopy(part))
                    yield smaller
            elif isinstance(value, list) and field in ("args", "keywords", "elts", "names", "items"):
                yield from _without_items(tree, number, field, value)


def _without_items(tree: ast.Module, number: int, field: str, value: list[ast.AST]) -> Iterator[ast.Module]:
    for index in range(len(value)):
        smaller = copy.deepcopy(tree)
        del getattr(list(ast.walk(smaller))[number], field)[index]
        yield smaller
        for part in _parts(value[index]):
            smaller = copy.deepcopy(tree)
            getattr(list(ast.walk(smaller))[number], field)[index] = copy.deepcopy(part)
            yield smaller


def _parts(value: ast.AST) -> list[ast.expr]:
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        return [*value.args, value.func.value]
    return [child for child in ast.iter_child_nodes(value) if isinstance(child, ast.expr)]
