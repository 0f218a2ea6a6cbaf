"""Variables whose values a function only asks for what they look like, or clears: what they hold does not matter to it. Floor 1."""

from __future__ import annotations

from collections.abc import Sequence

from retain_lint.ir.model import Call, GetAttr, Instruction, MakeFunction, Register
from retain_lint.ir.operands import reads

#: methods of tensors that take of their argument its shape or its type alone (torch/_tensor_docs.py)
AS_ANOTHER = frozenset({"expand_as", "reshape_as", "resize_as_", "type_as", "view_as"})
#: attributes and methods of tensors that say what one looks like, that make another one of the kind, or that clear it
LOOKS = frozenset(
    "device dim dtype is_cuda ndim new new_empty new_full new_ones new_zeros numel shape size zero_".split()
)


def find_asked_for_shape(body: Sequence[Instruction]) -> frozenset[Register]:
    """Reads them off a function's instructions: no function inside it may name them."""
    methods = {i.target: i.name for i in body if isinstance(i, GetAttr)}
    inner = {name for i in body if isinstance(i, MakeFunction) for name in i.function.mentions}
    used = {register for i in body if not _looks(i, methods) for register in reads(i)}
    return frozenset(register for i in body for register in reads(i)) - used - inner


def _looks(instruction: Instruction, methods: dict[Register, str]) -> bool:
    if isinstance(instruction, GetAttr):
        return instruction.name in LOOKS
    if not isinstance(instruction, Call):
        return False
    name = methods.get(instruction.function, "")
    return name in AS_ANOTHER or name.endswith("_like")
