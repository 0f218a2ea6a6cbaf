"""Classes that are only compared with: `isinstance(x, Net)` calls no constructor. Floor 1."""

from __future__ import annotations

from collections.abc import Collection

from retain_lint.ir.model import Build, Call, Instruction, LoadGlobal, Register
from retain_lint.ir.operands import reads

_TESTS = frozenset({"isinstance", "issubclass"})


def find_tested_types(instructions: Collection[Instruction]) -> frozenset[Register]:
    """The registers that hold the types of such a test, or a tuple of them, and that nothing else reads."""
    testing = {i.target for i in instructions if isinstance(i, LoadGlobal) and i.name in _TESTS}
    if not testing:
        return frozenset()
    subjects: set[Register] = set()
    types: set[Register] = set()
    others: list[Instruction] = []
    for instruction in instructions:
        if isinstance(instruction, Call) and instruction.function in testing and len(instruction.arguments) == 2:
            subjects.add(instruction.arguments[0].value)
            types.add(instruction.arguments[1].value)
        else:
            others.append(instruction)
    inside: set[Register] = set()
    used: set[Register] = set()
    for instruction in others:
        in_types = isinstance(instruction, Build) and instruction.target in types
        (inside if in_types else used).update(reads(instruction))
    return frozenset((types | inside) - subjects - used)
