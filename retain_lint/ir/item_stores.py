"""Values that a function only looks up to store items in them (`self.losses["generator"]["all"] = loss`). Floor 1."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from retain_lint.ir.model import GetItem, Instruction, Register, SetItem
from retain_lint.ir.operands import reads

_Uses = Mapping[Register, Sequence[Instruction]]


def find_stored_into(body: Sequence[Instruction]) -> frozenset[Register]:
    """The temporary registers whose values are looked up for nothing else; what is deleted from them was there to be read."""
    uses: defaultdict[Register, list[Instruction]] = defaultdict(list)
    for instruction in body:
        for register in reads(instruction):
            uses[register].append(instruction)
    return frozenset(register for register in list(uses) if register.startswith("%") and _is_filled(register, uses))


def _is_filled(register: Register, uses: _Uses) -> bool:
    return bool(uses.get(register)) and all(_stores(register, instruction, uses) for instruction in uses[register])


def _stores(register: Register, instruction: Instruction, uses: _Uses) -> bool:
    """Is an item stored in this value, or in an item of it?"""
    if isinstance(instruction, SetItem):
        return instruction.object == register and instruction.source not in (None, register)
    if not isinstance(instruction, GetItem) or instruction.object != register:
        return False
    return instruction.target.startswith("%") and _is_filled(instruction.target, uses)
