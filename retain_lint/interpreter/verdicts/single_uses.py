"""A detach() where a tensor is made, instead of at each of its uses. Floor 3.

What a detach() cuts off lives as long as a name for it does; cut off where it is made, it goes at once.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from itertools import pairwise

from retain_lint.domain.history import Event
from retain_lint.frontend.snippets import one_line
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.source import LINE_END, Span

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_REPEATED = (ast.For, ast.AsyncFor, ast.While, ast.Try)
#: attributes that lead to no graph
_HARMLESS = frozenset({"data", "detach", "device", "dtype", "shape", "size"})


def move_to_definitions(m: Analysis, places: Iterable[Event]) -> tuple[Event, ...]:
    """For each place that names a tensor the call that makes it, if the name is read nowhere but at these places before it is
    bound anew; else the place itself."""
    places = tuple(places)
    source = m.program.sources[m.program.main]
    try:
        tree = ast.parse(source.text)
    except (SyntaxError, ValueError, RecursionError):
        return places
    lines = LINE_END.split(source.text)
    wanted = {source.span_of(place.location) for place in places if place.location.path == source.path}
    moved: dict[Event, None] = {}
    for place in places:
        named = place.location.path == source.path and place.text.isidentifier()
        made = _find_value(_Names(tree, place.text), source.span_of(place.location), wanted, lines) if named else None
        if made is None:
            moved[place] = None
        else:
            span = _span(made, lines)
            moved[replace(place, location=source.location(span), text=one_line(source.slice(span)))] = None
    return tuple(moved)


def _find_value(names: _Names, span: Span, cut: Set[Span], lines: list[str]) -> ast.expr | None:
    used = next((node for node in names.loads if _span(node, lines) == span), None)
    return None if used is None else names.find_only_value(used, {n for n in names.loads if _span(n, lines) in cut})


def _span(node: ast.expr, lines: list[str]) -> Span:
    """The syntax tree counts columns in bytes."""
    ends = ((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0))
    (first, start), (last, end) = ((line, len(lines[line - 1].encode()[:column].decode())) for line, column in ends)
    return Span(first, start, last, end)


class _Names:
    """Where a module reads and writes the variables of one name."""

    def __init__(self, tree: ast.Module, name: str) -> None:
        self.parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        self.name = name
        found = [node for node in self.parents if isinstance(node, ast.Name) and node.id == name]
        self.loads = [node for node in found if isinstance(node.ctx, ast.Load)]
        changed = [node for node in found if isinstance(self.parents[node], ast.AugAssign)]
        self.reads = [*self.loads, *(node for node in changed if node not in self.loads)]

    def find_only_value(self, used: ast.Name, allowed: Set[ast.Name]) -> ast.expr | None:
        """The call whose result a variable holds there, if it is read nowhere but where that is allowed."""
        binding = self._find_binding(used)
        if binding is None or not _is_result(binding.value):
            return None
        scope = self._scope_of(used)
        others = (node for node in self.reads if node not in allowed and not self._is_harmless(node))
        for other in others:
            if self._is_seen_in(other, scope) and self._find_binding(other) in (None, binding):
                return None
        return binding.value

    def _is_harmless(self, node: ast.Name) -> bool:
        parent = self.parents[node]
        return isinstance(parent, ast.Attribute) and parent.attr in _HARMLESS

    def _find_binding(self, used: ast.Name) -> ast.Assign | None:
        """The assignment that gives the variable its value there, if it is the last one on all ways."""
        for node, holder in pairwise(self._way_up(used)):
            before = next((block[: block.index(node)] for block in _blocks(holder) if node in block), ())
            bound = next((statement for statement in reversed(before) if self._binds(statement)), None)
            if bound is not None:
                return bound if isinstance(bound, ast.Assign) and _is_plain(bound) else None
            if isinstance(holder, _FUNCTIONS) or isinstance(holder, ast.stmt) and self._may_rebind(holder):
                return None
        return None

    def _may_rebind(self, holder: ast.stmt) -> bool:
        """May a compound statement bind the variable before a statement in it runs, though not in front of that?"""
        if isinstance(holder, _REPEATED):
            return self._binds(holder)
        heads = (child for child in ast.iter_child_nodes(holder) if not isinstance(child, ast.stmt))
        return any(self._binds(head) for head in heads) and not isinstance(holder, ast.Assign)

    def _way_up(self, node: ast.AST) -> Iterator[ast.AST]:
        yield node
        while (parent := self.parents.get(node)) is not None:
            node = parent
            yield node

    def _binds(self, tree: ast.AST) -> bool:
        found = (node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == self.name)
        return any(not isinstance(node.ctx, ast.Load) for node in found)

    def _scope_of(self, node: ast.AST) -> ast.AST:
        """The function, or the module, whose variable it is."""
        *_, top = way = list(self._way_up(node))
        return next((one for one in way if isinstance(one, _FUNCTIONS) and self._is_local_to(one)), top)

    def _is_local_to(self, function: ast.AST) -> bool:
        named = [node for node in ast.walk(function) if isinstance(node, ast.arg) and node.arg == self.name]
        shared = (node for node in ast.walk(function) if isinstance(node, (ast.Global, ast.Nonlocal)))
        return (bool(named) or self._binds(function)) and not any(self.name in node.names for node in shared)

    def _is_seen_in(self, node: ast.Name, scope: ast.AST) -> bool:
        """Is it the same variable, that of the scope?"""
        return self._scope_of(node) is scope


def _is_result(value: ast.expr) -> bool:
    """Is it a call, or a part of what a call gives: `net(x).max(1)[0]`?"""
    while isinstance(value, (ast.Subscript, ast.Attribute)):
        value = value.value
    return isinstance(value, ast.Call)


def _is_plain(node: ast.Assign) -> bool:
    """Is it `name = value`, and nothing else?"""
    return len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)


def _blocks(node: ast.AST) -> Iterator[list[ast.AST]]:
    return (field for _, field in ast.iter_fields(node) if isinstance(field, list))
