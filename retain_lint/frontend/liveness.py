"""Live registers: a backward analysis over structured code that fills in `Structured.live`. Floor 2.

A register is live where it may still be read before it is written again. Captured registers are always live; in a try
body everything is that a handler or the finally block may read. Invariant: the result never lacks a register that is
read later on any path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from retain_lint.ir import model as ir
from retain_lint.ir.operands import reads, writes

Live: TypeAlias = "frozenset[ir.Register]"
_EMPTY: Live = frozenset()
_JUMPS = (ir.Return, ir.Raise, ir.Break, ir.Continue)


@dataclass(frozen=True, slots=True)
class _Exits:
    """What is live where control can go other than to the next instruction."""

    on_return: Live
    on_raise: Live
    on_break: Live = _EMPTY
    on_continue: Live = _EMPTY


def annotate(block: ir.Block, at_end: Live) -> ir.Block:
    """`block` with every `live` filled in; `at_end` is read by others after it, or at any time."""
    return _Analysis(writing=True).block(block, at_end, _Exits(at_end, at_end))[0]


class _Analysis:
    """One pass. Each method returns its piece, with `live` filled in if `writing`, and what is live before it.

    The sets of a loop's body depend on what is live at its head. For such an analysis one reading pass with nothing
    live at the head gives what the body itself reads, and the head is that and what is live after the loop."""

    def __init__(self, writing: bool) -> None:
        self._writing = writing
        self._reading = _Analysis(writing=False) if writing else self
        self._structured: Mapping[type[Any], Callable[[Any, Live, _Exits], tuple[ir.Instruction, Live]]] = {
            ir.If: self._if,
            ir.For: self._for,
            ir.While: self._while,
            ir.Try: self._try,
            ir.With: self._with,
        }

    def block(self, block: ir.Block, live: Live, exits: _Exits) -> tuple[ir.Block, Live]:
        """A block, from its last instruction to its first."""
        result: list[ir.Instruction] = []
        current = set(live | exits.on_raise)
        for instruction in reversed(block.instructions):
            handler = self._structured.get(type(instruction))
            if handler is not None:
                instruction, before = handler(instruction, frozenset(current), exits)
                current = set(before)
            else:
                _step(instruction, current, exits)
            current |= exits.on_raise
            result.append(instruction)
        if not self._writing:
            return block, frozenset(current)
        return ir.Block(tuple(reversed(result))), frozenset(current)

    def _if(self, node: ir.If, live: Live, exits: _Exits) -> tuple[ir.If, Live]:
        then, live_then = self.block(node.then, live, exits)
        orelse, live_else = self.block(node.orelse, live, exits)
        before = live_then | live_else | {node.condition}
        if not self._writing:
            return node, before
        return ir.If(node.span, live, node.condition, then, orelse), before

    def _for(self, node: ir.For, live: Live, exits: _Exits) -> tuple[ir.For, Live]:
        orelse, live_else = self.block(node.orelse, live, exits)
        inside = replace(exits, on_break=live, on_continue=_EMPTY)
        read = self._reading.block(node.body, _EMPTY, inside)[1] - {node.item}
        head = live_else | read | live | {node.iterable}
        if not self._writing:
            return node, head
        body = self.block(node.body, head, replace(inside, on_continue=head))[0]
        return ir.For(node.span, head, node.item, node.iterable, body, orelse, node.comprehension), head

    def _while(self, node: ir.While, live: Live, exits: _Exits) -> tuple[ir.While, Live]:
        orelse, live_else = self.block(node.orelse, live, exits)
        inside = replace(exits, on_break=live, on_continue=_EMPTY)
        read = self._reading.block(node.body, _EMPTY, inside)[1]
        after_test = live_else | read | live | {node.condition}
        head = self._reading.block(node.test, after_test, exits)[1]
        if not self._writing:
            return node, head
        test = self.block(node.test, after_test | head, exits)[0]
        body = self.block(node.body, head, replace(inside, on_continue=head))[0]
        return ir.While(node.span, head | live, test, node.condition, body, orelse), head

    def _try(self, node: ir.Try, live: Live, exits: _Exits) -> tuple[ir.Try, Live]:
        if node.final.instructions:
            leaving = live | exits.on_return | exits.on_raise | exits.on_break | exits.on_continue
            final, before_final = self.block(node.final, leaving, exits)
            exits = _Exits(before_final, before_final, before_final, before_final)
            after: Live = before_final
        else:
            final, after = node.final, live
        handlers: list[ir.Handler] = []
        caught = exits.on_raise
        for handler in node.handlers:
            handler, before = self._handler(handler, after, exits)
            handlers.append(handler)
            caught |= before
        orelse, live_else = self.block(node.orelse, after, exits)
        body, before_body = self.block(node.body, live_else, replace(exits, on_raise=caught))
        if not self._writing:
            return node, before_body
        return ir.Try(node.span, live, body, tuple(handlers), orelse, final), before_body

    def _handler(self, handler: ir.Handler, live: Live, exits: _Exits) -> tuple[ir.Handler, Live]:
        body, before = self.block(handler.body, live, exits)
        before -= {handler.name or ""}
        setup, before = self.block(handler.setup, before | {handler.types or ""} - {""}, exits)
        return ir.Handler(setup, handler.types, handler.name, body, handler.span), before

    def _with(self, node: ir.With, live: Live, exits: _Exits) -> tuple[ir.With, Live]:
        # The manager's __exit__ reads it, however the body is left.
        context = frozenset({node.context})
        inside = _Exits(
            exits.on_return | context, exits.on_raise | context, exits.on_break | context, exits.on_continue | context
        )
        body, before = self.block(node.body, live | context, inside)
        before = before - {node.target} | context | exits.on_raise
        if not self._writing:
            return node, before
        return ir.With(node.span, live, node.context, node.target, body), before


def _step(instruction: ir.Instruction, live: set[ir.Register], exits: _Exits) -> None:
    """Update `live` from behind a plain instruction to before it."""
    if isinstance(instruction, _JUMPS):
        live.clear()
        live.update(_jump_target(instruction, exits))
    else:
        live.difference_update(writes(instruction))
    live.update(reads(instruction))


def _jump_target(instruction: ir.Instruction, exits: _Exits) -> Live:
    if isinstance(instruction, ir.Return):
        return exits.on_return
    if isinstance(instruction, ir.Raise):
        return exits.on_raise
    return exits.on_break if isinstance(instruction, ir.Break) else exits.on_continue
