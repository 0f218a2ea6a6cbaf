"""The frame being lowered: its blocks, registers and names; and what all frames of a file share. Floor 2.

Invariant: handlers write a wanted target register only with the last instruction that they emit on each path, so that
the old value of a variable can still be read while its new one is computed.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal, TypeAlias

from retain_lint.frontend.annotations import TypeNames
from retain_lint.frontend.places import Places
from retain_lint.frontend.scopes import Scope, ScopeCollector
from retain_lint.ir import model as ir
from retain_lint.ir.library_uses import LIBRARY
from retain_lint.source import Span

ExpressionHandler: TypeAlias = "Callable[[Frame, Any, ir.Register | None], ir.Register]"
StatementHandler: TypeAlias = "Callable[[Frame, Any], None]"
FrameKind: TypeAlias = Literal["function", "lambda", "class", "module"]

_TERMINAL = (ir.Return, ir.Raise, ir.Break, ir.Continue)


class Place(Enum):
    """Where a name lives, as seen from a frame."""

    REGISTER = "register"
    FREE = "free"
    GLOBAL = "global"


@dataclass(slots=True)
class Unit:
    """What the frames of one file share. `functions` and `uses` collect; `global_names` are the module's names that
    functions mention; `aliases`: what names of the file stand for by its text; `guarded`: by the identity of an `if`, the
    attributes of `self` that are dead where its condition does not hold; `types`: what annotations mean."""

    places: Places
    scopes: ScopeCollector
    expressions: Mapping[type[ast.AST], ExpressionHandler]
    statements: Mapping[type[ast.AST], StatementHandler]
    functions: list[ir.Function] = field(default_factory=list)
    uses: dict[str, set[str]] = field(default_factory=dict)
    global_names: set[str] = field(default_factory=set)
    aliases: dict[str, frozenset[str]] = field(default_factory=dict)
    guarded: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    types: TypeNames = TypeNames()

    def note_alias(self, alias: str, name: str) -> None:
        """From here on, what mentions the alias mentions what it stands for."""
        if name and alias != name:
            known = self.aliases.get(alias, frozenset())
            self.aliases[alias] = known | {name} | self.aliases.get(name, frozenset())

    def note_rebound(self, name: str) -> None:
        """From here on, a name of the file is not sure to be the module of a library."""
        if LIBRARY in self.aliases.get(name, ()):
            self.aliases[name] -= {LIBRARY}


class Frame:
    """A function, class body or module being lowered."""

    def __init__(self, unit: Unit, parent: Frame | None, kind: FrameKind, name: str, scope: Scope) -> None:
        self.unit = unit
        self.parent = parent
        self.kind = kind
        self.name = name
        self.scope = scope
        self.qualname = _qualify(parent, name)
        self.instructions: list[ir.Instruction] = []
        self.captured: set[ir.Register] = set()
        self.mentions: set[str] = set()
        self.is_generator = False
        self.returns: frozenset[str] = frozenset()  # what is said of its result
        self._registers = 0
        self._comprehensions: list[dict[str, ir.Register]] = []
        self._stored: set[str] = set()

    # --- emitting ---

    def emit(self, instruction: ir.Instruction) -> None:
        """Append to the open block."""
        self.instructions.append(instruction)

    def fresh(self) -> ir.Register:
        """A new temporary register."""
        self._registers += 1
        return f"%{self._registers}"

    def open(self) -> list[ir.Instruction]:
        """Begin a nested block; give the result to `close`."""
        outer = self.instructions
        self.instructions = []
        return outer

    def close(self, outer: list[ir.Instruction]) -> ir.Block:
        """End the nested block and go on with the outer one."""
        block = ir.Block(tuple(self.instructions))
        self.instructions = outer
        return block

    def span(self, node: ast.AST) -> Span:
        """Where a node stands."""
        return self.unit.places.span(node)

    # --- lowering ---

    def expression(self, node: ast.AST, target: ir.Register | None = None) -> ir.Register:
        """Emit the code of an expression; its value is then in the result, which is `target` if that is given."""
        result = self.unit.expressions[node.__class__](self, node, target)
        if target is None or result == target:
            return result
        self.emit(ir.Copy(self.span(node), target, result))
        return target

    def said(self, node: ast.AST, value: ir.Register, uses: frozenset[str]) -> ir.Register:
        """The value of an expression as what an annotation says of it."""
        if not uses:
            return value
        named = self.fresh()
        self.emit(ir.Copy(self.span(node), named, value, uses))
        return named

    def statements(self, nodes: Sequence[ast.stmt]) -> None:
        """Emit the code of statements; what follows a jump is unreachable and dropped."""
        handlers = self.unit.statements
        for position, node in enumerate(nodes, 1):
            handlers[node.__class__](self, node)
            if self.instructions and isinstance(self.instructions[-1], _TERMINAL):
                unreachable = nodes[position:]
                if unreachable:
                    outer = self.open()
                    self.statements(unreachable)
                    self.close(outer)
                return

    def suite(self, nodes: Sequence[ast.stmt]) -> ir.Block:
        """The block of a suite."""
        outer = self.open()
        self.statements(nodes)
        return self.close(outer)

    def alone(self, node: ast.expr) -> ir.Block:
        """The block of an expression whose value nobody takes."""
        outer = self.open()
        self.expression(node)
        return self.close(outer)

    # --- names ---

    def enter_comprehension(self, names: Mapping[str, ir.Register]) -> None:
        """From here on, the comprehension's own variables hide names of the frame."""
        self._comprehensions.append(dict(names))

    def leave_comprehension(self) -> None:
        """End of the innermost comprehension."""
        self._comprehensions.pop()

    def load(self, name: str, node: ast.AST, target: ir.Register | None = None) -> ir.Register:
        """Read a name."""
        place, register = self.resolve(name)
        if place is Place.REGISTER:
            if name not in self.scope.rebound:
                return register
            target = target or self.fresh()
            self.emit(ir.Copy(self.span(node), target, register))
            return target
        self.mentions.add(name)
        target = target or self.fresh()
        if place is Place.GLOBAL:
            origins = self.unit.aliases.get(name, frozenset())
            self.mentions |= origins
            self.emit(ir.LoadGlobal(self.span(node), target, register, tuple(sorted(origins))))
        else:
            self.emit(ir.LoadFree(self.span(node), target, register))
        return target

    def register_of(self, name: str) -> ir.Register | None:
        """The register to store a name in, None if it lives in another frame."""
        place, register = self.resolve(name, storing=True)
        return register if place is Place.REGISTER else None

    def store(self, name: str, source: ir.Register, place: ast.AST | Span) -> None:
        """Write a name, at a node or a span."""
        where, register = self.resolve(name, storing=True)
        self._stored.add(name)
        if self.kind == "module" or where is Place.GLOBAL:
            self.unit.note_rebound(name)
        if where is Place.REGISTER and register == source:
            return
        span = place if isinstance(place, Span) else self.span(place)
        if where is Place.REGISTER:
            self.emit(ir.Copy(span, register, source))
        else:
            self.mentions.add(name)
            write = ir.StoreGlobal if where is Place.GLOBAL else ir.StoreFree
            self.emit(write(span, register, source))

    def resolve(self, name: str, storing: bool = False) -> tuple[Place, ir.Register]:
        """Where a name lives, and the register or module-level name that it is there."""
        for names in reversed(self._comprehensions):
            if name in names:
                return Place.REGISTER, names[name]
        if name in self.scope.bound and (storing or self._is_visible(name)):
            return Place.REGISTER, name
        if self.kind != "module" and name not in self.scope.globals:
            register = self._find_free(name)
            if register is not None:
                return Place.FREE, register
        if self.kind != "module":
            self.unit.global_names.add(name)
        return Place.GLOBAL, name

    def _is_visible(self, name: str) -> bool:
        """A class body reads outer names until it has bound its own, and its comprehensions do not see its names."""
        return self.kind != "class" or (name in self._stored and not self._comprehensions)

    def _find_free(self, name: str) -> ir.Register | None:
        """The register of the closest enclosing function that has `name`, noted there as captured."""
        frame = self.parent
        while frame is not None:
            for names in reversed(frame._comprehensions):
                if name in names:
                    frame.captured.add(names[name])
                    return names[name]
            if frame.kind == "module" or name in frame.scope.globals:
                return None
            if frame.kind != "class" and name in frame.scope.bound:
                frame.captured.add(name)
                return name
            frame = frame.parent
        return None


def _qualify(parent: Frame | None, name: str) -> str:
    """`__qualname__` as Python forms it."""
    if parent is None or parent.kind == "module":
        return name
    return f"{parent.qualname}.{name}" if parent.kind == "class" else f"{parent.qualname}.<locals>.{name}"
