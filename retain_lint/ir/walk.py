"""Walking over instructions without running them. Floor 1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from retain_lint.ir.model import Block, Call, Function, Instruction, Structured, Try, Unpack


def inner_blocks(instruction: Structured) -> Iterator[Block]:
    """The blocks inside a structured instruction."""
    for place in fields(instruction):
        value = getattr(instruction, place.name)
        if isinstance(value, Block):
            yield value
    if isinstance(instruction, Try):
        yield from (handler.body for handler in instruction.handlers)


def instructions_of(block: Block) -> Iterator[Instruction]:
    """Every instruction of a block and of the blocks inside it; not of the functions defined there."""
    for instruction in block.instructions:
        yield instruction
        if isinstance(instruction, Structured):
            for inner in inner_blocks(instruction):
                yield from instructions_of(inner)


def is_unpacked(function: Function, call: Call) -> bool:
    """Are the results of a call in the function assigned one by one (`y, log_det = flow.backward(z)`)? The engine gives none."""
    return call.used and any(isinstance(i, Unpack) and i.source == call.target for i in instructions_of(function.body))
