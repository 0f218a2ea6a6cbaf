"""The parts of a function that `with torch.no_grad():` leaves outside. Floor 1."""

from __future__ import annotations

from collections.abc import Iterator

from retain_lint.ir.model import Block, Call, Function, GetAttr, Instruction, LoadGlobal, Structured, With
from retain_lint.ir.walk import inner_blocks

#: managers under which no gradient is recorded
_MANAGERS = frozenset({"no_grad", "inference_mode"})


def find_outside(function: Function) -> tuple[Instruction, ...] | None:
    """The instructions that no such `with` holds; None if there is none."""
    outside = tuple(_outside(function.body))
    sheltered = any(isinstance(i, With) and _is_shelter(i, outside) for i in outside)
    return outside if sheltered else None


def _outside(block: Block) -> Iterator[Instruction]:
    for instruction in block.instructions:
        yield instruction
        if isinstance(instruction, With) and _is_shelter(instruction, block.instructions):
            continue
        if isinstance(instruction, Structured):
            for inner in inner_blocks(instruction):
                yield from _outside(inner)


def _is_shelter(instruction: With, before: tuple[Instruction, ...]) -> bool:
    """Is what the `with` enters made by a call of one of these managers? It is written right before."""
    made = next((i for i in before if isinstance(i, Call) and i.target == instruction.context), None)
    loads = (i for i in before if isinstance(i, (GetAttr, LoadGlobal)))
    return made is not None and any(i.target == made.function and i.name in _MANAGERS for i in loads)
