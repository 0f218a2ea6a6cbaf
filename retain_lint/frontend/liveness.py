"""Live registers at join points: what may still be read after each structured instruction. Floor 2.

A backward walk over the structured code. Loops are walked twice, which is enough: what the first walk finds live at the
head flows round once. An exception may leave a try body anywhere, so what its handlers read is live all through it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from retain_lint.ir import model as ir

Live = frozenset[ir.Register]
_NONE: Live = frozenset()


def annotate(body: ir.Block, always: Live) -> ir.Block:
    """The block with every `live` set filled in; `always` are the registers that other frames may read."""
    return _Walk(always).block(body, always)[0]


class _Walk:
    """One function's analysis; keeps what is live where break and continue lead."""

    def __init__(self, always: Live) -> None:
        self.always = always
        self.after_loop = always
        self.at_head = always
        self.in_handlers = always

    def block(self, block: ir.Block, live: Live) -> tuple[ir.Block, Live]:
        done: list[ir.Instruction] = []
        for instruction in reversed(block.instructions):
            if isinstance(instruction, ir.Structured):
                made, live = self.structured(instruction, live)
                done.append(made)
            else:
                done.append(instruction)
                live = self.simple(instruction, live)
        return ir.Block(tuple(reversed(done))), live

    def simple(self, instruction: ir.Instruction, live: Live) -> Live:
        if isinstance(instruction, (ir.Return, ir.Raise)):
            live = self.in_handlers
        elif isinstance(instruction, ir.Break):
            live = self.after_loop
        elif isinstance(instruction, ir.Continue):
            live = self.at_head
        return (live - set(defined(instruction))) | frozenset(read_by(instruction)) | self.in_handlers

    def structured(self, instruction: ir.Structured, live: Live) -> tuple[ir.Structured, Live]:
        if isinstance(instruction, ir.If):
            then, first = self.block(instruction.then, live)
            orelse, second = self.block(instruction.orelse, live)
            return replace(instruction, live=live, then=then, orelse=orelse), first | second | {instruction.condition}
        if isinstance(instruction, (ir.For, ir.While)):
            return self.loop(instruction, live)
        if isinstance(instruction, ir.Try):
            return self.attempt(instruction, live)
        assert isinstance(instruction, ir.With)
        body, inside = self.block(instruction.body, live)
        return replace(instruction, live=live, body=body), (inside - {instruction.target}) | {instruction.context}

    def loop(self, loop: ir.For | ir.While, live: Live) -> tuple[ir.Structured, Live]:
        orelse, at_end = self.block(loop.orelse, live)
        outer = self.after_loop, self.at_head
        head: Live = at_end | live
        body, test = loop.body, ir.Block()
        for _ in range(2):
            self.after_loop, self.at_head = live, head
            body, at_start = self.block(loop.body, head)
            if isinstance(loop, ir.For):
                head |= at_start - {loop.item}
            else:
                test, before = self.block(loop.test, at_start | at_end | {loop.condition})
                head |= before
        self.after_loop, self.at_head = outer
        if isinstance(loop, ir.For):
            return replace(loop, live=head, body=body, orelse=orelse), head | {loop.iterable}
        return replace(loop, live=head, test=test, body=body, orelse=orelse), head

    def attempt(self, attempt: ir.Try, live: Live) -> tuple[ir.Structured, Live]:
        final, after = self.block(attempt.final, live)
        outer = self.in_handlers, self.after_loop, self.at_head
        self.after_loop, self.at_head = self.after_loop | after, self.at_head | after
        handlers, entries = [], after if attempt.final.instructions else _NONE
        for handler in attempt.handlers:
            inner, inside = self.block(handler.body, after)
            setup, before = self.block(handler.setup, inside)
            handlers.append(replace(handler, setup=setup, body=inner))
            entries |= before - ({handler.name} if handler.name else _NONE)
        orelse, middle = self.block(attempt.orelse, after)
        self.in_handlers |= entries
        body, start = self.block(attempt.body, middle | entries)
        self.in_handlers, self.after_loop, self.at_head = outer
        made = replace(attempt, live=live, body=body, handlers=tuple(handlers), orelse=orelse, final=final)
        return made, start | entries


def defined(instruction: ir.Instruction) -> Iterator[ir.Register]:
    """The registers that an instruction sets."""
    if isinstance(instruction, ir.Unpack):
        yield from instruction.targets
    elif isinstance(instruction, ir.Delete):
        yield instruction.name
    else:
        target = getattr(instruction, "target", None)
        if isinstance(target, str):
            yield target


_OPERANDS = ("source", "object", "index", "operand", "left", "right", "function", "value")


def read_by(instruction: ir.Instruction) -> Iterator[ir.Register]:
    """The registers that an instruction reads."""
    if isinstance(instruction, ir.MakeFunction):
        yield from (p.default for p in instruction.function.parameters if p.default is not None)
        return
    if isinstance(instruction, ir.MakeClass):
        yield from instruction.bases
        return
    if isinstance(instruction, ir.Build):
        for element in instruction.elements:
            yield element.value
            if element.key is not None:
                yield element.key
        return
    if isinstance(instruction, ir.Opaque):
        yield from instruction.operands
    if isinstance(instruction, ir.Call):
        yield from (argument.value for argument in instruction.arguments)
    if isinstance(instruction, ir.Const):
        return
    for name in _OPERANDS:
        operand = getattr(instruction, name, None)
        if isinstance(operand, str):
            yield operand
