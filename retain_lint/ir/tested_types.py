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
    calls = [i for i in instructions if isinstance(i, Call) and i.function in testing and len(i.arguments) == 2]
    tested = {call.arguments[1].value for call in calls}
    tuples = [i for i in instructions if isinstance(i, Build) and i.target in tested]
    tested |= {register for built in tuples for register in reads(built)}
    subjects = {call.arguments[0].value for call in calls}
    others = (i for i in instructions if i not in calls and i not in tuples)
    return frozenset(tested - subjects - {register for i in others for register in reads(i)})
